/**
 * The worker that reads and writes files, so that the page stays alive. The
 * parser of a format loads when a file of that format is opened.
 */
import { extension, BlobSource, MemoryFileSet } from '../../../src/bytes/source.ts'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { detectFormat, formatOfPart } from '../../../src/convert/detect.ts'
import { LossReport } from '../../../src/convert/losses.ts'
import type { Collection, Entry, Format, Listing } from '../../../src/formats/format.ts'
import { FORMATS } from '../../../src/formats/index.ts'
import { FormatError, formatPlace } from '../../../src/model/issue.ts'
import type { Game, GameRecord } from '../../../src/model/record.ts'
import type {
  Decoder,
  OpenedFile,
  OpenResult,
  RefusedFile,
  Reply,
  Request,
  SavePreview,
  SaveTarget,
} from './protocol.ts'

interface OpenCollection {
  file: OpenedFile
  collection: Collection
}

let collections: OpenCollection[] = []

async function open(files: readonly File[]): Promise<OpenResult> {
  const sources = files.map((file) => new BlobSource(file.name, file))
  const opened: OpenCollection[] = []
  const refused: RefusedFile[] = []
  const parts: { source: BlobSource; format: Format }[] = []
  let start = 0
  for (const source of sources) {
    const format = detectFormat(source)
    const part = formatOfPart(source.name)
    if (part && !format?.extensions.includes(extension(source.name))) {
      parts.push({ source, format: part })
    } else if (!format?.open) {
      refused.push(
        format
          ? { name: source.name, reason: 'recognised', format: format.name }
          : { name: source.name, reason: 'unknown' },
      )
    } else {
      try {
        const others = sources.filter((other) => other !== source)
        const collection = await format.open(new MemoryFileSet(source, others))
        const { count, issues } = collection
        if (count === 0) {
          collection.close?.()
          refused.push({ name: source.name, reason: 'empty', format: format.name })
          continue
        }
        opened.push({ collection, file: { name: source.name, format: format.name, start, count, issues: [...issues] } })
        start += count
      } catch (error) {
        refused.push({ name: source.name, reason: 'unreadable', format: format.name, details: explain(error) })
      }
    }
  }
  // A part says nothing when its database is there: it was read with it.
  for (const { source, format } of parts) {
    const isRead = opened.some(({ file }) => file.format === format.name)
    if (!isRead) refused.push({ name: source.name, reason: 'part', format: format.name })
  }
  if (opened.length > 0) {
    for (const { collection } of collections) collection.close?.()
    collections = opened
  }
  return { opened: opened.map(({ file }) => file), refused, count: start }
}

/** The collection of a game, and the game's own index in it. */
function locate(index: number): { collection: Collection; file: OpenedFile; at: number } {
  const found = collections.findLast(({ file }) => file.start <= index)
  if (!found) throw new TypeError(`no game ${index}`)
  return { ...found, at: index - found.file.start }
}

function listings(from: number, to: number): Listing[] {
  const lines: Listing[] = []
  for (let index = from; index < to; index++) {
    const { collection, at } = locate(index)
    lines.push({ ...collection.listing(at), index })
  }
  return lines
}

function entry(index: number): Entry {
  const { collection, at } = locate(index)
  return { ...collection.entry(at), index }
}

function saveTargets(game: Game): SaveTarget[] {
  return FORMATS.filter((format) => format.write && format.games.includes(game)).map(({ id, name, extensions }) => ({
    id,
    name,
    extension: extensions[0]!,
  }))
}

async function save(record: GameRecord, id: string, name: string): Promise<SavePreview> {
  const format = FORMATS.find((format) => format.id === id)
  if (!format?.write) throw new TypeError(`no game can be saved as ${id}`)
  const sinks = new MemorySinkSet(name + format.extensions[0]!)
  const report = new LossReport()
  const place = {}
  report.addRecord(record, format, place)
  const writer = await format.write(sinks)
  const issues = writer.add(record)
  report.addIssues(issues, place)
  if (issues.some(({ severity }) => severity === 'error')) {
    sinks.abort()
    return { losses: report.list(), files: [] }
  }
  report.addIssues(writer.finish(), {})
  const files = [...sinks.files].map(([name, bytes]) => ({ name, bytes: new Uint8Array(bytes) }))
  return { losses: report.list(), files }
}

function explain(error: unknown): string {
  if (error instanceof FormatError) {
    return `${error.message} (${formatPlace(error.place)}; expected ${error.expected})`
  }
  return error instanceof Error ? error.message : String(error)
}

const decoder: Decoder = { open, listings, entry, saveTargets, save }

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const call = decoder[data.name] as (...parameters: unknown[]) => unknown
  void answer(data.id, async () => call(...data.parameters))
})

async function answer(id: number, call: () => Promise<unknown>): Promise<void> {
  let reply: Reply
  try {
    reply = { id, value: await call() }
  } catch (error) {
    reply = { id, error: explain(error) }
  }
  self.postMessage(reply)
}
