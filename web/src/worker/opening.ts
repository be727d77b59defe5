/** Opens files: each database with its parts, archives, folders; the first games of a long file at once. */
import { CachedSource } from '../../../src/bytes/cached-source.ts'
import { BlobSource, extension, MemoryFileSet, type FileSet, type Source } from '../../../src/bytes/source.ts'
import { detectFormat, formatOfPart, SURE_ENOUGH } from '../../../src/convert/detect.ts'
import type { Collection, Format } from '../../../src/formats/format.ts'
import { FORMATS } from '../../../src/formats/index.ts'
import { asksForPassword, dataOf } from '../../../src/issues/errors.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import type { FirstGames, IncomingFile, OpenedFile, OpenResult, RefusedFile } from './protocol.ts'
import { unpackFiles } from './unpacking.ts'

/** An open file and where its games are. */
export interface OpenCollection {
  file: OpenedFile
  collection: Collection
}

/** Progress reports while opening. */
export interface OpeningEvents {
  /** @param share of all bytes, 0 to 1 */
  onProgress(share: number): void
  onFirstGames(first: FirstGames): void
}

/** Of larger files, the first games are listed before the rest is read. */
const LONG_FILE = 1 << 22

/** Bytes at the start of a long file that show its first games. */
const HEAD_SIZE = 1 << 18

/** The largest number of these games. */
const FIRST_GAMES = 100

/** The step size of progress reports. */
const STEPS = 200

/** Opens what can be opened; returns the collections and the result for every file. */
export async function openFiles(
  incoming: readonly IncomingFile[],
  passwords: ReadonlyMap<string, string>,
  events: OpeningEvents,
): Promise<{ collections: OpenCollection[]; result: OpenResult }> {
  const { files, refused } = await unpackFiles(incoming)
  const meter = new Meter(files, events)
  const result: OpenResult = { opened: [], books: [], refused, skippedCount: 0, count: 0 }
  const collections: OpenCollection[] = []
  const parts: RefusedFile[] = []
  for (const siblings of byFolder(files).values()) {
    const sources = siblings.map((incoming) => meter.open(incoming))
    const beside = byName(sources)
    for (const [place, incoming] of siblings.entries()) {
      const source = sources[place]!
      const found = recognise(incoming, source)
      if (found === 'skipped') {
        result.skippedCount++
      } else if ('isBook' in found && found.isBook) {
        result.books.push({ file: incoming.file, format: found.id })
      } else if ('reason' in found) {
        if (found.reason === 'part') parts.push(found)
        else refused.push(found)
      } else {
        if (collections.length === 0) await showFirstGames(incoming, found, events)
        const opened = await openFile(incoming, found, fileSet(source, beside), passwords)
        if ('reason' in opened) {
          refused.push(opened)
        } else {
          const { count, issues } = opened
          const file = { name: incoming.path, format: found.id, start: result.count, count, issues: [...issues] }
          collections.push({ collection: opened, file })
          result.opened.push(file)
          const missing = missingParts(issues)
          if (missing !== '') refused.push({ name: incoming.path, reason: 'lacking', missing })
          result.count += count
        }
      }
    }
  }
  // A part is not reported if its database was opened, since it was read with it.
  const formats = new Set(result.opened.map(({ format }) => format))
  refused.push(...parts.filter(({ format }) => !formats.has(format!)))
  return { collections, result }
}

/** The format of a file, or why it is not opened on its own. */
function recognise({ path: name, isNamed }: IncomingFile, source: Source): Format | RefusedFile | 'skipped' {
  if (source.size === 0) return isNamed ? { name, reason: 'blank' } : 'skipped'
  const format = detectFormat(source, FORMATS, isNamed ? 0 : SURE_ENOUGH)
  const part = formatOfPart(source.name)
  if (part && !format?.extensions.includes(extension(source.name))) return { name, reason: 'part', format: part.id }
  if (format?.open) return format
  if (!isNamed) return 'skipped'
  if (format?.isBook) return format
  return format ? { name, reason: 'recognised', format: format.id } : { name, reason: 'unknown' }
}

/** Files of names that a year of WTHOR is read without, by the remark about them. */
const NAMES_OF_WTHOR: Readonly<Record<string, string>> = {
  'wthor/no-players': 'WTHOR.JOU',
  'wthor/no-tournaments': 'WTHOR.TRN',
}

/** The names of the files that a database lacks. */
function missingParts(issues: readonly Issue[]): string {
  const names = issues.flatMap(({ id, params = {} }) =>
    id.endsWith('/missing-part') ? [params['name'], params['names']] : NAMES_OF_WTHOR[id],
  )
  return names.filter((name) => typeof name === 'string').join(', ')
}

/** Opens a file with those beside it, or reports why it cannot be opened. */
async function openFile(
  { path: name }: IncomingFile,
  format: Format,
  files: FileSet,
  passwords: ReadonlyMap<string, string>,
): Promise<Collection | RefusedFile> {
  const password = passwords.get(name)
  try {
    const collection = await format.open!(files, password === undefined ? {} : { settings: { password } })
    if (collection.count > 0) return collection
    collection.close?.()
    return { name, reason: 'empty', format: format.id }
  } catch (error) {
    const reason = asksForPassword(error) ? 'locked' : 'unreadable'
    return { name, reason, format: format.id, error: dataOf(error) }
  }
}

/** The files of each folder: those beside each other. */
function byFolder(files: readonly IncomingFile[]): Map<string, IncomingFile[]> {
  return Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
}

/** The files of a folder by their names in lower case. */
function byName(sources: readonly Source[]): ReadonlyMap<string, Source> {
  return new Map(sources.map((source) => [source.name.toLowerCase(), source]))
}

/** A file and those beside it: folders of thousands of files are common. */
function fileSet(main: Source, beside: ReadonlyMap<string, Source>): FileSet {
  return {
    main,
    find: (name) => beside.get(name.toLowerCase()),
    names: () => [...beside.values()].map(({ name }) => name),
  }
}

/** Lists the first games of a long text from its first bytes. */
async function showFirstGames({ file, path }: IncomingFile, format: Format, events: OpeningEvents): Promise<void> {
  if (file.size < LONG_FILE || format.parts || format.holds === 'one') return
  try {
    const head = await format.open!(new MemoryFileSet(new BlobSource(file.name, file.slice(0, HEAD_SIZE))))
    // The last of the games is cut.
    const count = Math.min(head.count - 1, FIRST_GAMES)
    if (count > 0) {
      const lines = Array.from({ length: count }, (_, index) => head.listing(index))
      events.onFirstGames({ name: path, lines, entry: head.entry(0) })
    }
    head.close?.()
  } catch {
    // If the truncated part cannot be read, the whole file may still be.
  }
}

/** Tracks the reading progress. */
class Meter {
  private readonly total: number
  private readonly events: OpeningEvents
  private done = 0
  private told = 0

  constructor(files: readonly IncomingFile[], events: OpeningEvents) {
    this.total = files.reduce((sum, { file }) => sum + file.size, 0)
    this.events = events
  }

  /** A file as a source with cheap small reads. */
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
