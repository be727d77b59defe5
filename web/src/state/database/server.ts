/** The database behind the page, where `ludograph serve` shows it. */
import { signal } from '@preact/signals'
import { describeMessage, type ErrorCode, type Params } from '../../../../src/issues/index.ts'
import { parseExact } from '../../../../src/formats/json.ts'
import type { Game } from '../../../../src/model/record.ts'
import { explain, messages, words } from '../../words/index.ts'

/** The server's description of its database. */
export interface DatabaseInfo {
  games: readonly { game: Game; games: number }[]
  sources: readonly { id: number; path: string; format: string; games: number }[]
  /** Opening books beside the database. */
  books: readonly { name: string; format: string; game: Game }[]
  /** The tablebase beside the database: what people call it, and the largest number of men. */
  tablebase?: { name: string; men: number }
  /** What can be asked besides positions. */
  parts: readonly ('games' | 'players' | 'events' | 'patterns' | 'labels')[]
  /** Whether games can be imported and saved. */
  writable: boolean
}

/** The database, once the server has responded. */
export const database = signal<DatabaseInfo | undefined>(undefined)

/** Whether the server that gave the page has a database: it says so in the page, so that other hosts get no requests. */
export const isServed = document.querySelector('meta[name=ludograph-database]') !== null

/** Whether the server that gave the page has files as they lie. */
export const servesFiles = document.querySelector('meta[name=ludograph-files]') !== null

/** Whether the page comes from `ludograph serve`, which may have engines. */
export const hasServer = isServed || servesFiles

/**
 * A failed request, with the server's message if there was one. The message is made when it is read, since the
 * language of the page may be another by then.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** Whether the server refused the request; otherwise it failed or did not respond. */
  readonly isRefusal: boolean
  /** The server's code of the refusal, if it gave one. */
  readonly code: ErrorCode | undefined

  private readonly describe: () => string

  /** @param status of HTTP; undefined when no server responded */
  constructor(describe: () => string, status?: number, { code, ...options }: ErrorOptions & { code?: ErrorCode } = {}) {
    super(undefined, options)
    this.describe = describe
    this.code = code
    this.isRefusal = status !== undefined && status >= 400 && status < 500
  }

  override get message(): string {
    return this.describe()
  }
}

/** The server's error response: a code with parameters, and the English message. */
export interface Problem {
  error: string
  code: ErrorCode
  params: Params
}

/** The refusal of the server in the language of the page. */
export function refusalOf(
  { code, params = {}, error }: Partial<Problem> = {},
  { status, statusText }: { status: number; statusText: string },
): ApiError {
  if (code === undefined || !(code in messages.value.errors)) {
    return new ApiError(() => error ?? `${status} ${statusText}`, status)
  }
  return new ApiError(() => describeMessage({ id: code, params }, messages.value), status, { code })
}

/** Why a request failed. */
export interface Failure {
  /** In the language of the page. */
  readonly message: string
  /** Whether the server refused it; otherwise a retry may succeed. */
  isRefusal: boolean
}

export function failureOf(error: unknown): Failure {
  return {
    get message() {
      return explain(error)
    },
    isRefusal: error instanceof ApiError && error.isRefusal,
  }
}

/** Parameters of a request, without empty ones. */
export type Parameters = Readonly<Record<string, string | number | undefined>>

/** Sends a request to the database. Rejects with ApiError in the language of the page. */
export async function request(path: string, parameters: Parameters = {}, options: RequestInit = {}): Promise<Response> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const address = `api/${path}${query.size > 0 ? `?${query}` : ''}`
  const response = await fetch(address, options).catch((cause: unknown) => {
    // An aborted request is not an error; anything else means that the server does not respond.
    if (options.signal?.aborted) throw cause
    throw new ApiError(() => words.databaseSilent, undefined, { cause })
  })
  if (response.ok) return response
  throw refusalOf((await response.json().catch(() => undefined)) as Partial<Problem> | undefined, response)
}

export async function requestJson<Answer>(
  path: string,
  parameters?: Parameters,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await request(path, parameters, signal ? { signal } : {})
  return (await response.json()) as Answer
}

/** A response with one JSON object per line. */
export async function requestLines<Line>(path: string, parameters?: Parameters, signal?: AbortSignal): Promise<Line[]> {
  const response = await request(path, parameters, signal ? { signal } : {})
  const lines = (await response.text()).split('\n')
  return lines.filter((line) => line !== '').map((line) => parseExact(line) as Line)
}

/** The lines of a response as they arrive. */
export async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  let begun = ''
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    const lines = (begun + value).split('\n')
    begun = lines.pop()!
    for (const line of lines) if (line !== '') yield line
  }
  if (begun !== '') yield begun
}
