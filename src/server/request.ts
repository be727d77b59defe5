/** Reads what a request asks for. Whatever is invalid is refused with a clear message and its place. */
import type { Context } from 'hono'
import { ALIAS_NAMES, CONDITION_NAMES, parameterOf } from '../query/conditions.ts'
import { parseConditions, type ConditionTexts } from '../query/parse.ts'
import type { GameQuery } from '../query/query.ts'

const CODES = {
  400: 'bad-request',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'bad-format',
} as const

/** A request that is refused, with the parameter or the part of the body that is wrong. */
export class RequestError extends Error {
  readonly place: string
  readonly status: keyof typeof CODES

  constructor(message: string, place: string, status: keyof typeof CODES = 400) {
    super(message)
    this.place = place
    this.status = status
  }

  /** A code for programs. */
  get code(): string {
    return CODES[this.status]
  }
}

/** Refuses parameters that an address does not have: a condition that is misspelt would let all games through. */
export function refuseUnknown(given: Record<string, string>, parameters: Record<string, string>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue
    const names = Object.keys(parameters).join(', ')
    const expected = names === '' ? 'this address has none' : `this address has ${names}`
    throw new RequestError(`"${name.slice(0, 40)}" is not a parameter; ${expected}`, name.slice(0, 40))
  }
}

/** The conditions of a request as a query. Throws ConditionError. */
export function readQuery(parameters: Record<string, string>): GameQuery {
  const texts: ConditionTexts = {}
  for (const name of [...CONDITION_NAMES, ...ALIAS_NAMES]) {
    const text = parameters[parameterOf(name)]
    if (text) texts[name] = text
  }
  return parseConditions(texts)
}

const LARGEST_NUMBER = 2 ** 31 - 1

/** A whole number from 0; undefined when the parameter is not given. */
export function wholeNumber(parameters: Record<string, string>, name: string): number | undefined {
  const text = parameters[name]
  if (text === undefined || text === '') return undefined
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity
  if (value > LARGEST_NUMBER) {
    throw new RequestError(`${name} takes a whole number up to ${LARGEST_NUMBER}, not "${text.slice(0, 40)}"`, name)
  }
  return value
}

/** The number that an address names something by. */
export function numberOf(context: Context, what: 'game' | 'source'): number {
  const id = wholeNumber({ id: context.req.param('id') ?? '' }, 'id')
  if (id === undefined) throw new RequestError(`there is no ${what} with this number`, 'id', 404)
  return id
}

/** A path without its folders: clients need not know where files lie on the server. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
