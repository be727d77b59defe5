/** What an import knows of the sources: which are there already, and of each new one how much comes. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stem, type FileSet, type Source } from '../bytes/source.ts'
import { describeUnopened, detectFormat } from '../convert/detect.ts'
import type { Format, ReadOptions } from '../formats/format.ts'
import { FORMATS } from '../formats/index.ts'
import { FormatError } from '../model/issue.ts'
import { DiskFileSet } from '../node/file-source.ts'
import type { Database } from './database.ts'

/** A file or database to import. */
export interface ImportSource {
  path: string
  /** Id of its format, found by its bytes when not given. */
  format?: string
  /** What the database calls it; its path when not given. */
  name?: string
}

/** A source that is new, and counted. */
export interface Candidate {
  source: ImportSource
  formatId: string
  size: number
  /** Its hash, worked out when it is first asked for. */
  hash: () => Promise<string>
  count: number
  /** Where its entries begin, see Collection.starts; shared with the workers. */
  starts?: Float64Array
}

/** What a database has, and what an import has taken in so far. */
export interface KnownSources {
  /** Hashes of sources by their size: of a source of another size than all, none is needed to know that it is new. */
  hashes: Map<number, (() => Promise<string>)[]>
  /** Numbers of the sources imported from a path. */
  byName: Map<string, number[]>
  /** Entries taken in. */
  entries: number
}

export async function knownSources({ catalogue }: Database): Promise<KnownSources> {
  const rows = await catalogue.rows('SELECT id, path, hash, size FROM sources')
  const known: KnownSources = { hashes: new Map(), byName: new Map(), entries: 0 }
  for (const { id, path, hash, size } of rows) {
    known.byName.set(String(path), [...(known.byName.get(String(path)) ?? []), Number(id)])
    addHash(known, Number(size), () => Promise.resolve(String(hash)))
  }
  return known
}

function addHash({ hashes }: KnownSources, size: number, hash: () => Promise<string>): void {
  hashes.set(size, [...(hashes.get(size) ?? []), hash])
}

async function isKnown({ hashes }: KnownSources, size: number, hash: () => Promise<string>): Promise<boolean> {
  for (const known of hashes.get(size) ?? []) if ((await known()) === (await hash())) return true
  return false
}

/**
 * Opens a source to count and, when another has its size, recognise it; undefined when it is already
 * there. Rejects when it cannot be read.
 */
export async function examine(
  source: ImportSource,
  known: KnownSources,
  readOptions: ReadOptions,
): Promise<Candidate | undefined> {
  let files: DiskFileSet | undefined
  try {
    files = new DiskFileSet(source.path)
    const format = formatOf(source, files)
    const size = partsOf(files, format).reduce((sum, part) => sum + part.size, 0)
    let found: Promise<string> | undefined
    const hash = () => (found ??= hashSource(source.path, format))
    if (await isKnown(known, size, hash)) return undefined
    const collection = await format.open!(files, readOptions)
    const { count } = collection
    const candidate: Candidate = { source, formatId: format.id, size, hash, count }
    if (collection.starts) candidate.starts = share(collection.starts())
    collection.close?.()
    addHash(known, size, hash)
    return candidate
  } finally {
    files?.close()
  }
}

function share(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength))
  shared.set(numbers)
  return shared
}

/** What the database calls a source. */
export function nameOf({ path, name = path }: ImportSource): string {
  return name
}

function formatOf({ path, format: id }: ImportSource, files: DiskFileSet): Format {
  const format = FORMATS.find((candidate) => candidate.id === id) ?? detectFormat(files.main)
  if (!format?.open) {
    throw new FormatError(
      describeUnopened(files, format),
      { file: path },
      'a game record or a database of a known format',
    )
  }
  return format
}

/** The file and the parts of its database beside it. */
function partsOf(files: FileSet, format: Format): Source[] {
  const own = stem(files.main.name)
  const parts = (format.parts ?? []).map((extension) => files.find(own + extension))
  return [...new Set([files.main, ...parts.filter((part) => part !== undefined)])]
}

/** Bytes hashed at once. */
const HASH_WINDOW = 1 << 20

/** One hash over a file and the parts of its database, each with its extension. Rows of an import are taken in between. */
async function hashSource(path: string, format: Format): Promise<string> {
  const files = new DiskFileSet(path)
  try {
    const hash = createHash('sha256')
    const own = stem(files.main.name)
    for (const source of partsOf(files, format)) {
      hash.update(`${basename(source.name).slice(own.length).toLowerCase()} ${source.size}\n`)
      for (let at = 0; at < source.size; at += HASH_WINDOW) {
        hash.update(source.read(at, at + HASH_WINDOW))
        await nextTurn()
      }
    }
    return hash.digest('hex')
  } finally {
    files.close()
  }
}
