/** Ids in parameters: data for programs, names in sentences. */
import { NAMED_PARAMS, type Param, type Params } from './catalogue.ts'
import { FORMAT_NAMES } from './format-names.ts'

/** Parameters that hold ids of formats. */
const FORMAT_PARAMS = ['format', 'source']

/** The parameters with the ids among them replaced by what a language calls them. @param terms of the language */
export function nameIds(params: Params, terms: Readonly<Record<string, string>>): Params {
  const named: Record<string, Param> = { ...params }
  for (const [name, group] of Object.entries(NAMED_PARAMS)) nameId(named, name, (id) => terms[`${group}/${id}`])
  for (const name of FORMAT_PARAMS) nameId(named, name, (id) => formatName(id, terms))
  return named
}

/** What sentences call a format; undefined for an unknown id. */
export function formatName(id: string, terms: Readonly<Record<string, string>>): string | undefined {
  return terms[`format/${id}`] ?? FORMAT_NAMES[id] ?? terms[`recognised/${id}`]
}

function nameId(params: Record<string, Param>, name: string, nameOf: (id: string) => string | undefined): void {
  const id = params[name]
  if (typeof id === 'string') params[name] = nameOf(id) ?? id
}
