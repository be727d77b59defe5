/** Changes to a database over HTTP: an edited game saved in place, a file imported. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'hono'
import { MemorySource } from '../bytes/source.ts'
import { detectFormat, SURE_ENOUGH } from '../convert/detect.ts'
import type { Database } from '../database/database.ts'
import { importSources } from '../database/import/import.ts'
import { saveGame, SaveError } from '../database/import/save.ts'
import type { Entry } from '../formats/format.ts'
import { FORMATS } from '../formats/index.ts'
import type { ParamsOf } from '../issues/catalogue.ts'
import { withMessage } from '../issues/describe.ts'
import type { GameRecord } from '../model/record.ts'
import { isJsonBody, onlyGame, parseJsonBody, readBody, recordOfJson, refuseLarge } from './body.ts'
import { gameNumber } from './games.ts'
import { reasonOf, RequestError } from './request.ts'
import { refuseChanged, revisionOf } from './revision.ts'

/** The largest size in bytes of an imported file. */
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
  const { record, issues } = await readSentGame(await readBody(context), context)
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
  if (isJsonBody(context)) return await recordOfJson(parseJsonBody(bytes))
  const source = new MemorySource('body', bytes)
  return await onlyGame(formatOf(context, source), source)
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

/** Removes what has the name in the address, or says that nothing has it. */
export async function deleteNamed(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
  remove: (database: Database, name: string) => Promise<boolean>,
  missing: 'request/no-alias' | 'request/no-saved',
): Promise<Response> {
  refuseReadOnly(database)
  const name = context.req.param('name') ?? ''
  if (!(await serializeWrite(() => remove(database, name)))) throw new RequestError(missing, {}, 'name', 404)
  return context.json({ name })
}

/** A file name without folders and without characters that have a special meaning in a file system. */
function safeName(name: string): string {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^\.+/, '')
  // The end has the extension. File systems count bytes, of which a character has at most three here.
  return plain.slice(-80) || 'games'
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

/** The format of a body, as the parameter `format` says or as it is detected. */
export function formatOf(context: Context, source: MemorySource) {
  const { format: id } = context.req.query()
  const format = id === undefined ? detectFormat(source, FORMATS, SURE_ENOUGH) : FORMATS.find((one) => one.id === id)
  if (!format?.open) throw new RequestError('request/unknown-format', {}, 'body', 415)
  return format
}
