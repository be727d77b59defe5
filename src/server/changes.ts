/** Changes to a database over HTTP: an edited game saved in place, a file imported. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'hono'
import { MemoryFileSet, MemorySource } from '../bytes/source.ts'
import { isUtf8 } from '../bytes/text.ts'
import { detectFormat, SURE_ENOUGH } from '../convert/detect.ts'
import type { Database } from '../database/database.ts'
import { importSources } from '../database/import/import.ts'
import { saveGame, SaveError } from '../database/import/save.ts'
import type { Entry } from '../formats/format.ts'
import { FORMATS, jsonl } from '../formats/index.ts'
import { jsonError } from '../formats/json.ts'
import type { ParamsOf } from '../issues/catalogue.ts'
import { withMessage } from '../issues/describe.ts'
import { FormatError } from '../issues/errors.ts'
import { makeMessage } from '../issues/issue.ts'
import { isNestedDeeper, type Json } from '../model/json.ts'
import type { GameRecord } from '../model/record.ts'
import { gameNumber } from './games.ts'
import { issueReason, reasonOf, RequestError } from './request.ts'
import { refuseChanged, revisionOf } from './revision.ts'

/** The largest size in bytes of a saved game, and of an imported file. */
const MAX_GAME = 1 << 25
const MAX_FILE = 2 ** 30

/** Makes a change after those before it. */
export type SerializeWrite = <Result>(change: () => Promise<Result>) => Promise<Result>

/**
 * Replaces a game with another, given as a record in JSON or as a file in any format with one game; with `If-Match`,
 * only if the game is still the one with that entity tag.
 */
export async function saveSentGame(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const id = gameNumber(context)
  const { record, issues } = await readSentGame(await readBody(context, MAX_GAME), context)
  try {
    await serializeWrite(async () => {
      await refuseChanged(context, database, id)
      await saveGame(database, id, record, issues)
      context.header('ETag', revisionOf((await database.record(id))!))
    })
  } catch (error) {
    if (!(error instanceof SaveError)) throw error
    const status = error.code === 'database/no-game' ? 404 : 409
    throw new RequestError(error.code, error.params as ParamsOf<typeof error.code>, 'id', status)
  }
  return context.json({ id, issues: issues.map(withMessage) })
}

async function readSentGame(
  bytes: Uint8Array<ArrayBuffer>,
  context: Context,
): Promise<{ record: GameRecord; issues: Entry['issues'] }> {
  const isJson = /^application\/json\b/.test(context.req.header('content-type') ?? '')
  const source = new MemorySource('body', isJson ? oneLine(bytes) : bytes)
  const format = isJson ? jsonl : formatOf(context, source)
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

/** The deepest nesting of a record: a format's own data may be nested a hundred deep. */
const MAX_NESTING = 200

/** A record in JSON as a single line. A number added by a list of games is removed. */
function oneLine(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!isUtf8(bytes)) throw new RequestError('request/not-json', { reason: makeMessage('json/utf-8', {}) }, 'body')
  const text = new TextDecoder().decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RequestError('request/not-json', { reason: jsonError(text).reason }, 'body')
  }
  // Writing it again recurses; no record is nested nearly as deep.
  if (isNestedDeeper(value as Json, MAX_NESTING)) {
    throw new RequestError('request/nested', { most: MAX_NESTING }, 'body')
  }
  if (typeof value === 'object' && value !== null) {
    delete (value as { id?: unknown }).id
  }
  return new TextEncoder().encode(JSON.stringify(value))
}

/**
 * Imports the file in the body of a request. The parameter `name` is its name, so that its extension helps to detect
 * its format.
 */
export async function importSentFile(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const { name = 'games', format } = context.req.query()
  if (format !== undefined && !FORMATS.some(({ id, open }) => id === format && open)) {
    throw new RequestError('request/no-reader', { name: format.slice(0, 40) }, 'format')
  }
  const folder = await mkdtemp(join(tmpdir(), 'ludograph-upload-'))
  try {
    const path = join(folder, safeName(name))
    await keepBody(context, path)
    const listed = `uploaded ${new Date().toISOString()}/${safeName(name)}`
    const source = { path, name: listed, ...(format !== undefined && { format }) }
    const { failures, ...report } = await serializeWrite(() => importSources(database, [source]))
    const [failure] = failures
    if (failure) throw new RequestError('request/bad-file', { reason: reasonOf(failure.error) }, 'body', 415)
    return context.json({ source: listed, ...report })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Refuses to change a database that is served read-only. */
export function refuseReadOnly({ readOnly }: Database): void {
  if (readOnly) throw new RequestError('request/read-only', {}, 'address', 403)
}

/** A file name without folders and without characters that have a special meaning in a file system. */
function safeName(name: string): string {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^\.+/, '')
  return plain.slice(-100) || 'games'
}

async function keepBody(context: Context, path: string): Promise<void> {
  refuseLarge(Number(context.req.header('content-length') ?? 0), MAX_FILE)
  const { body } = context.req.raw
  if (!body) throw new RequestError('request/empty', {}, 'body')
  let size = 0
  await pipeline(
    Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        size += part.length
        refuseLarge(size, MAX_FILE)
        yield part
      }
    },
    createWriteStream(path),
  )
  if (size === 0) throw new RequestError('request/empty', {}, 'body')
}

async function readBody(context: Context, most: number): Promise<Uint8Array<ArrayBuffer>> {
  refuseLarge(Number(context.req.header('content-length') ?? 0), most)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (context.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    refuseLarge(size, most)
    parts.push(part)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function refuseLarge(size: number, most: number): void {
  if (size > most) throw new RequestError('request/too-large', { most }, 'body', 413)
}

function formatOf(context: Context, source: MemorySource) {
  const { format: id } = context.req.query()
  const format = id === undefined ? detectFormat(source, FORMATS, SURE_ENOUGH) : FORMATS.find((one) => one.id === id)
  if (!format?.open) throw new RequestError('request/unknown-format', {}, 'body', 415)
  return format
}

async function orExplain<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new RequestError('request/bad-file', { reason: reasonOf(error) }, 'body', 415)
  }
}
