/**
 * Errors as data: a code, its parameters and, of files, the place. Their English sentence is the `message`, so that
 * an error nobody caught says what is wrong; {@link describeError} says it in another language.
 */
import type { ErrorCode, Message, Params, ParamsOf } from './catalogue.ts'
import { errors } from './english/errors.ts'
import { terms } from './english/terms.ts'
import { fill } from './fill.ts'
import type { IssueLocation } from './issue.ts'
import { nameIds } from './named-params.ts'

/** An error that programs know by its code. */
export class CodedError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'CodedError'
  readonly code: Code
  readonly params: Params

  constructor(code: Code, params: ParamsOf<Code>) {
    super(sentenceOf({ id: code, params }))
    this.code = code
    this.params = params
  }
}

/** Thrown when a file or container cannot be read at all. Trouble inside a record is an issue instead. */
export class FormatError<Code extends ErrorCode = ErrorCode> extends CodedError<Code> {
  override name = 'FormatError'
  readonly place: IssueLocation

  constructor(code: Code, params: ParamsOf<Code>, place: IssueLocation) {
    super(code, params)
    this.place = place
  }

  /** The same error with another place. */
  at(place: IssueLocation): FormatError {
    return new FormatError(this.code, this.params as ParamsOf<Code>, place)
  }
}

/** An error as plain data: errors do not travel between threads as what they are. */
export type ErrorData = SystemErrorData | (Message & { place?: IssueLocation })

/** An error without a code of ours: of the system, which may say which call failed for which path, or of a program. */
export interface SystemErrorData {
  message: string
  /** Such as `ENOENT`. */
  code?: string
  /** Such as `open`. */
  syscall?: string
  path?: string
}

const SYSTEM_FACTS = ['code', 'syscall', 'path'] as const

/** An error as plain data, which {@link errorOf} makes one again. */
export function dataOf(error: unknown): ErrorData {
  if (error instanceof FormatError) return { ...messageOf(error), place: error.place }
  if (error instanceof CodedError) return messageOf(error)
  if (!(error instanceof Error)) return { message: String(error) }
  const facts = SYSTEM_FACTS.map((name) => [name, (error as Partial<SystemErrorData>)[name]] as const)
  return { message: error.message, ...Object.fromEntries(facts.filter(([, value]) => typeof value === 'string')) }
}

/** The error that plain data stand for. */
export function errorOf(data: ErrorData): Error {
  if ('id' in data) {
    const { id, params = {}, place } = data
    return place ? new FormatError(id as ErrorCode, params, place) : new CodedError(id as ErrorCode, params)
  }
  const { message, ...facts } = data
  return Object.assign(new Error(message), facts)
}

/** Thrown when the text or parts of a position are invalid. */
export class PositionError<Code extends ErrorCode = ErrorCode> extends CodedError<Code> {
  override name = 'PositionError'
}

/** Whether an archive could not be opened for want of the right password. */
export function asksForPassword(error: unknown): error is FormatError {
  const code = error instanceof FormatError ? error.code : undefined
  return code === 'archive/password-missing' || code === 'archive/password-wrong'
}

/** What an error says, as a parameter of another message. */
export function messageOf({ code, params }: CodedError): Message {
  return { id: code, params }
}

function sentenceOf({ id, params = {} }: Message): string {
  const texts = [errors, terms] as readonly Readonly<Record<string, string>>[]
  const text = texts.find((part) => Object.hasOwn(part, id))?.[id]
  return text === undefined ? id : fill(text, nameIds(params, terms), { language: 'en', describe: sentenceOf })
}
