/** Opens files: each database with its parts, archives, folders; the first games of a long file at once. */
import { CachedSource } from '../../../src/bytes/cached-source.ts'
import { BlobSource, extension, MemoryFileSet, type Source } from '../../../src/bytes/source.ts'
import { detectFormat, formatOfPart, SURE_ENOUGH } from '../../../src/convert/detect.ts'
import type { Collection, Format } from '../../../src/formats/format.ts'
import { FORMATS } from '../../../src/formats/index.ts'
import { FormatError, formatPlace } from '../../../src/model/issue.ts'
import type { FirstGames, IncomingFile, OpenedFile, OpenResult } from './protocol.ts'
import { unpackZip } from './zip-reader.ts'

/** An open file and where its games are. */
export interface OpenCollection {
  file: OpenedFile
  collection: Collection
}

/** What opening tells while it is under way. */
export interface OpeningEvents {
  /** @param share of all bytes, 0 to 1 */
  onProgress(share: number): void
  onFirstGames(first: FirstGames): void
}

/** A file whose first games are listed before it is read is longer than this. */
const LONG_FILE = 1 << 22

/** Bytes at the start of a long file that show its first games. */
const HEAD_SIZE = 1 << 18

/** Games of those that are shown at most. */
const FIRST_GAMES = 100

/** Steps in which progress is told. */
const STEPS = 200

/** Opens what can be opened; answers the collections and what became of every file. */
export async function openFiles(
  incoming: readonly IncomingFile[],
  passwords: ReadonlyMap<string, string>,
  events: OpeningEvents,
): Promise<{ collections: OpenCollection[]; result: OpenResult }> {
  const { files, refused } = await unpackZip(incoming)
  const meter = new Meter(files, events)
  const result: OpenResult = { opened: [], refused, passedOver: 0, count: 0 }
  const collections: OpenCollection[] = []
  const parts: { name: string; format: Format }[] = []
  for (const siblings of byFolder(files).values()) {
    const sources = siblings.map((incoming) => ({ incoming, source: meter.open(incoming) }))
    for (const { incoming, source } of sources) {
      const { path: name, isNamed } = incoming
      const format = detectFormat(source, FORMATS, isNamed ? 0 : SURE_ENOUGH)
      const part = formatOfPart(source.name)
      if (part && !format?.extensions.includes(extension(source.name))) {
        parts.push({ name, format: part })
        continue
      }
      if (!format?.open) {
        if (!isNamed) result.passedOver++
        else if (format) result.refused.push({ name, reason: 'recognised', format: format.name })
        else result.refused.push({ name, reason: 'unknown' })
        continue
      }
      const others = sources.filter((other) => other.source !== source).map((other) => other.source)
      const password = passwords.get(name)
      const options = password === undefined ? {} : { settings: { password } }
      try {
        if (collections.length === 0) await showFirstGames(incoming, format, events)
        const collection = await format.open(new MemoryFileSet(source, others), options)
        const { count, issues } = collection
        if (count === 0) {
          collection.close?.()
          result.refused.push({ name, reason: 'empty', format: format.name })
          continue
        }
        const file = { name, format: format.name, start: result.count, count, issues: [...issues] }
        collections.push({ collection, file })
        result.opened.push(file)
        result.count += count
      } catch (error) {
        const reason = asksForPassword(error) ? 'locked' : 'unreadable'
        result.refused.push({ name, reason, format: format.name, details: explain(error) })
      }
    }
  }
  // A part says nothing when its database is there: it was read with it.
  for (const { name, format } of parts) {
    const isRead = result.opened.some((opened) => opened.format === format.name)
    if (!isRead) result.refused.push({ name, reason: 'part', format: format.name })
  }
  return { collections, result }
}

/** The files of each folder: those beside each other. */
function byFolder(files: readonly IncomingFile[]): Map<string, IncomingFile[]> {
  return Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
}

/** Lists the first games of a long text, from its first bytes alone. */
async function showFirstGames({ file, path }: IncomingFile, format: Format, events: OpeningEvents): Promise<void> {
  if (file.size < LONG_FILE || format.parts || format.holds === 'one') return
  const head = await format.open!(new MemoryFileSet(new BlobSource(file.name, file.slice(0, HEAD_SIZE))))
  // The last of the games is cut.
  const count = Math.min(head.count - 1, FIRST_GAMES)
  if (count > 0) {
    const lines = Array.from({ length: count }, (_, index) => head.listing(index))
    events.onFirstGames({ name: path, lines, entry: head.entry(0) })
  }
  head.close?.()
}

/** Watches how far files are read. */
class Meter {
  private readonly total: number
  private readonly events: OpeningEvents
  private done = 0
  private told = 0

  constructor(files: readonly IncomingFile[], events: OpeningEvents) {
    this.total = files.reduce((sum, { file }) => sum + file.size, 0)
    this.events = events
  }

  /** A file as a source that many small reads are cheap from. */
  open({ file }: IncomingFile): Source {
    const source = new BlobSource(file.name, file)
    let furthest = 0
    const watched: Source = {
      name: source.name,
      size: source.size,
      read: (start, end) => {
        const reached = Math.min(end, source.size)
        if (reached > furthest) {
          this.add(reached - furthest)
          furthest = reached
        }
        return source.read(start, end)
      },
    }
    return new CachedSource(watched)
  }

  private add(bytes: number): void {
    this.done += bytes
    const share = this.done / this.total
    if (share - this.told < 1 / STEPS) return
    this.told = share
    this.events.onProgress(share)
  }
}

/** Whether an archive could not be opened for want of the right password. */
function asksForPassword(error: unknown): boolean {
  return error instanceof FormatError && error.expected.endsWith('password')
}

/** An error in one line. */
export function explain(error: unknown): string {
  if (error instanceof FormatError) {
    return `${error.message} (${formatPlace(error.place)}; expected ${error.expected})`
  }
  return error instanceof Error ? error.message : String(error)
}
