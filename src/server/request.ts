/** Parses requests. Invalid ones are refused with a clear message and the place of the error. */
import type { Context } from 'hono'
import type { ErrorCode, Message, Params, ParamsOf } from '../issues/catalogue.ts'
import { describeError } from '../issues/describe.ts'
import { CodedError, messageOf } from '../issues/errors.ts'
import { makeMessage, type Issue } from '../issues/issue.ts'
import { ALIAS_NAMES, CONDITION_NAMES, type ConditionTexts, parameterOf } from '../query/conditions.ts'
import { parseConditions } from '../query/parse.ts'
import type { GameQuery } from '../query/query.ts'

/** HTTP status of a refusal. */
type RefusalStatus = 400 | 403 | 404 | 409 | 413 | 415 | 502

/** A refused request, with the parameter or part that is wrong. */
export class RequestError<Code extends ErrorCode = ErrorCode> extends CodedError<Code> {
  override name = 'RequestError'
  readonly place: string
  readonly status: RefusalStatus

  constructor(code: Code, params: ParamsOf<Code>, place: string, status: RefusalStatus = 400) {
    super(code, params)
    this.place = place
    this.status = status
  }
}

/** The response to a failure: its English message, its code with the parameters, and the place. */
export interface RequestProblem {
  error: string
  code: string
  params: Params
  place: string
}

/** An error as sent to the client. */
export function problemOf(error: CodedError, place: string): RequestProblem {
  const { code, params } = error
  return { error: describeError(error), code, params, place }
}

/** The message of an error, as a parameter of another message. */
export function reasonOf(error: unknown): Message {
  return error instanceof CodedError ? messageOf(error) : makeMessage('system/error', { detail: describeError(error) })
}

/** Why an entry could not be read or written, as a parameter of another message. */
export function issueReason(issue: Issue | undefined): Message {
  if (!issue) return makeMessage('loss/unreadable', {})
  return { id: issue.id, params: issue.params ?? {} }
}

/** Refuses unknown parameters: a misspelt condition would otherwise match all games. */
export function refuseUnknown(given: Record<string, string>, parameters: Record<string, string>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue
    const names = Object.keys(parameters).join(', ')
    const short = name.slice(0, 40)
    if (names === '') throw new RequestError('request/no-parameters', { name: short }, short)
    throw new RequestError('request/unknown-parameter', { name: short, names }, short)
  }
}

/** The conditions of a request as a query. Throws ConditionError. */
export function readQuery(parameters: Record<string, string>): GameQuery {
  return parseConditions(conditionTextsOf(parameters))
}

/** The conditions of a request as they were typed. */
export function conditionTextsOf(parameters: Record<string, string>): ConditionTexts {
  const texts: ConditionTexts = {}
  for (const name of [...CONDITION_NAMES, ...ALIAS_NAMES]) {
    const text = parameters[parameterOf(name)]
    if (text) texts[name] = text
  }
  return texts
}

const LARGEST_NUMBER = 2 ** 31 - 1

/** A whole number from 0; undefined if the parameter is missing. */
export function wholeNumber(parameters: Record<string, string>, name: string): number | undefined {
  const text = parameters[name]
  if (text === undefined || text === '') return undefined
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity
  if (value > LARGEST_NUMBER) {
    throw new RequestError('request/number', { name, most: LARGEST_NUMBER, text: text.slice(0, 40) }, name)
  }
  return value
}

/** The number in an address. */
export function numberOf(context: Context, what: 'game' | 'source'): number {
  const id = wholeNumber({ id: context.req.param('id') ?? '' }, 'id')
  if (id === undefined) throw new RequestError(`request/no-${what}`, {}, 'id', 404)
  return id
}

/** A path without its folders: clients need not know where files are on the server. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Ends work for a request when the client leaves. */
export function stopWith(context: Context): AbortController {
  const stop = new AbortController()
  const { signal } = context.req.raw
  signal.addEventListener('abort', () => stop.abort())
  if (signal.aborted) stop.abort()
  return stop
}
