/** Bodies of requests: JSON, and games in it or in files. */
import { joinBytes } from '../bytes/resize.ts'
import type { Context } from 'hono'
import { MemoryFileSet, MemorySource } from '../bytes/source.ts'
import { isUtf8 } from '../bytes/text.ts'
import type { Entry, Format } from '../formats/format.ts'
import { jsonl } from '../formats/index.ts'
import { jsonError, parseExact } from '../formats/json.ts'
import { FormatError } from '../issues/errors.ts'
import { makeMessage } from '../issues/issue.ts'
import { isJsonObject, isNestedDeeper, type Json } from '../model/json.ts'
import type { GameRecord } from '../model/record.ts'
import { issueReason, reasonOf, RequestError } from './request.ts'

/** The largest size in bytes of a body with one game. */
const MAX_GAME = 1 << 25

/** The deepest nesting of a record: a format's own data may be nested a hundred deep. */
const MAX_NESTING = 200

/** The body of a request, which holds a game at most unless more bytes are taken. */
export async function readBody(context: Context, most = MAX_GAME): Promise<Uint8Array<ArrayBuffer>> {
  refuseLarge(Number(context.req.header('content-length') ?? 0), most)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (context.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    refuseLarge(size, most)
    parts.push(part)
  }
  return joinBytes(parts)
}

/** Refuses a body of more bytes than are taken. */
export function refuseLarge(size: number, most: number): void {
  if (size > most) throw new RequestError('request/too-large', { most }, 'body', 413)
}

/** Whether a body says that it is JSON. */
export function isJsonBody(context: Context): boolean {
  return /^application\/json\b/.test(context.req.header('content-type') ?? '')
}

/** A body as JSON, nested no deeper than a record. */
export function parseJsonBody(bytes: Uint8Array): Json {
  if (!isUtf8(bytes)) throw new RequestError('request/not-json', { reason: makeMessage('json/utf-8', {}) }, 'body')
  const text = new TextDecoder().decode(bytes)
  let value: Json
  try {
    value = parseExact(text)
  } catch {
    throw new RequestError('request/not-json', { reason: jsonError(text).reason }, 'body')
  }
  // Writing it again recurses; no record is nested nearly as deep.
  if (isNestedDeeper(value, MAX_NESTING)) throw new RequestError('request/nested', { most: MAX_NESTING }, 'body')
  return value
}

/** A record in JSON, read like a line of JSON lines. A number added by a list of games is removed. */
export async function recordOfJson(value: Json): Promise<{ record: GameRecord; issues: Entry['issues'] }> {
  if (isJsonObject(value)) delete value['id']
  return await onlyGame(jsonl, new MemorySource('body', new TextEncoder().encode(JSON.stringify(value))))
}

/** The game of a file that has one. */
export async function onlyGame(
  format: Format,
  source: MemorySource,
): Promise<{ record: GameRecord; issues: Entry['issues'] }> {
  const collection = await orExplain(async () => await format.open!(new MemoryFileSet(source), {}))
  if (collection.count !== 1) {
    throw new RequestError('request/one-game', { count: collection.count }, 'body')
  }
  const { record, issues } = collection.entry(0)
  if (!record) {
    const [issue] = issues
    throw new RequestError('request/unread-game', { reason: issueReason(issue) }, issue?.place?.pointer || 'body')
  }
  return { record, issues }
}

/** Does something with the bytes of a body; what is wrong with them is an invalid request. */
export async function orExplain<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new RequestError('request/bad-file', { reason: reasonOf(error) }, 'body', 415)
  }
}
