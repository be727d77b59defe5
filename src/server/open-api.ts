/** The OpenAPI description of the HTTP interface, made from the table of routes. */
import { routes, type Route } from './routes.ts'

/** An OpenAPI 3.1 document. */
export function openApi(): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Ludograph', version: '1', description: 'Games of a Ludograph database.' },
    paths: Object.fromEntries(Object.values(routes).map((route) => [pathOf(route), { get: operation(route) }])),
  }
}

/** `/api/games/:id` as OpenAPI writes it, `/api/games/{id}`. */
function pathOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function operation({ path, summary, parameters, answers }: Route) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(parameters).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }))
  const problem = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return {
    summary,
    parameters: [...inPath, ...inQuery],
    responses: {
      200: { description: summary, content: { [answers]: {} } },
      400: { description: 'A condition makes no sense', content: problem },
    },
  }
}
