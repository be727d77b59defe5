/** The OpenAPI description of the HTTP interface, made from the table of routes. */
import { CONDITION_NAMES, CONDITIONS, parameterOf, type Condition } from '../query/conditions.ts'
import { routes, type Route } from './routes.ts'

/** An OpenAPI 3.1 document. */
export function openApi(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of Object.values<Route>(routes)) {
    const path = (paths[pathOf(route)] ??= {})
    path[route.method] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ludograph', version: '1', description: 'Games of a Ludograph database.' },
    paths,
    components: { schemas: { Problem: PROBLEM } },
  }
}

/** How every failure is reported. */
const PROBLEM = {
  type: 'object',
  required: ['error', 'code', 'params', 'place'],
  properties: {
    error: { type: 'string', description: 'what is wrong, for people' },
    code: { type: 'string', description: 'what is wrong, for programs' },
    params: { type: 'object', description: 'the values that the sentence of the code names' },
    place: { type: 'string', description: 'the parameter or part of the request that is wrong' },
  },
}

/** Converts `/api/games/:id` to OpenAPI's form, `/api/games/{id}`. */
function pathOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Parameters that are whole numbers, beside those of conditions. */
const NUMBERS = new Set([
  'max',
  'offset',
  'after',
  'topGames',
  'recentGames',
  'recent',
  'depth',
  'lines',
  'lastGames',
  'least',
  'share',
])

/** The values that a parameter takes, by the type of its condition. */
function schemaOf(parameter: string): Record<string, unknown> {
  const name = CONDITION_NAMES.find((known) => parameterOf(known) === parameter)
  const condition: Partial<Condition> = name ? CONDITIONS[name] : {}
  if (condition.type === 'whole' || NUMBERS.has(parameter)) return { type: 'integer', minimum: 0 }
  if (condition.type === 'truth') return { type: 'boolean' }
  return { type: 'string', ...(condition.choices && { enum: condition.choices }) }
}

function operation({ method, path, summary, parameters, replyType, body, failures }: Route) {
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
    schema: schemaOf(name),
  }))
  const problem = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return {
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body && {
      requestBody: {
        required: true,
        description: body.description,
        content: Object.fromEntries(body.mediaTypes.map((type) => [type, {}])),
      },
    }),
    responses: {
      200: { description: summary, content: { [replyType]: {} } },
      400: { description: 'A parameter is invalid', content: problem },
      ...(inPath.length > 0 && { 404: { description: 'Not found', content: problem } }),
      ...Object.fromEntries(
        Object.entries(failures ?? failuresOfChange(method)).map(([status, description]) => [
          status,
          { description, content: problem },
        ]),
      ),
      ...(body && {
        413: { description: 'The body is too large', content: problem },
        415: { description: 'The format of the body is unknown', content: problem },
      }),
    },
  }
}

/** How changes of the database fail. */
function failuresOfChange(method: Route['method']): Record<number, string> {
  if (method === 'get') return {}
  const readOnly = { 403: 'The database is served read-only' }
  return method === 'put' ? { ...readOnly, 409: 'The change conflicts with the database' } : readOnly
}
