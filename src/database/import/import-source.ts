/** What an import knows about the sources: which are already in the database, and how much each new one adds. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { release } from '../../bytes/resize.ts'
import { stem, type FileSet, type Source } from '../../bytes/source.ts'
import { detectFormat, unopenedError } from '../../convert/detect.ts'
import type { Format, ReadOptions } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { FormatError } from '../../issues/errors.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { SharedFileSet, type SharedFiles } from '../../node/unpacked-files.ts'
import type { Database } from '../database.ts'
import type { ReadableSource, SourceCount } from './import-task.ts'

/** A file or database to import. */
export interface ImportSource {
  path: string
  /** Id of its format; detected by default. */
  format?: string
  /** Its name in the database; its full path by default. */
  name?: string
  /** What is read, where it is not the file of the path. Open until the import is done. */
  files?: SharedFiles | undefined
}

/** A source that is new, and counted. */
export interface Candidate extends SourceCount {
  source: ImportSource
  formatId: string
  size: number
  /** Its hash, computed when first needed. */
  hash: () => Promise<string>
  /** The state of its files when it was counted, see `requireUnchanged`. */
  state: string
}

/** Content that a database has, or that an import brings. */
interface KnownContent {
  /** The name of its source in the database. */
  name: string
  hash: () => Promise<string>
  isNew: boolean
}

/** The contents of a database, and what an import has added so far. */
export interface KnownSources {
  /** Contents by size: a source with a size unlike all others is new, without computing a hash. */
  contents: Map<number, KnownContent[]>
  /** The sources of this import by their names in the database. */
  coming: Map<string, ImportSource>
  /** Numbers of the sources imported from a path. */
  byName: Map<string, number[]>
  /** Entries taken in. */
  entries: number
}

export async function knownSources({ catalogue }: Database, sources: readonly ImportSource[]): Promise<KnownSources> {
  const rows = await catalogue.rows('SELECT id, path, hash, size FROM sources')
  const coming = new Map(sources.map((source) => [nameOf(source), source]))
  const known: KnownSources = { contents: new Map(), coming, byName: new Map(), entries: 0 }
  for (const { id, path, hash, size } of rows) {
    const name = String(path)
    known.byName.set(name, [...(known.byName.get(name) ?? []), Number(id)])
    addContent(known, Number(size), { name, hash: () => Promise.resolve(String(hash)), isNew: false })
  }
  return known
}

function addContent({ contents }: KnownSources, size: number, content: KnownContent): void {
  contents.set(size, [...(contents.get(size) ?? []), content])
}

/** Whether content is in the database and stays there. */
async function isKnown(known: KnownSources, name: string, size: number, hash: () => Promise<string>): Promise<boolean> {
  for (const content of known.contents.get(size) ?? []) {
    if ((await content.hash()) !== (await hash())) continue
    if (content.name === name || content.isNew || !(await isReplaced(known, content))) return true
  }
  return false
}

/** Whether this import replaces content: its file may have been renamed. */
async function isReplaced({ coming }: KnownSources, { name, hash }: KnownContent): Promise<boolean> {
  const source = coming.get(name)
  if (!source) return false
  let files: DiskFileSet | undefined
  try {
    files = new DiskFileSet(source.path)
    return (await hashSource(source, formatOf(source, files))) !== (await hash())
  } catch {
    // An unreadable source replaces nothing.
    return false
  } finally {
    files?.close()
  }
}

/**
 * Counts a source that is new, and identifies it if another has the same size; undefined if it is already imported.
 * Rejects if it cannot be read.
 * @param count counts the entries of a source of so many bytes
 */
export async function examine(
  source: ImportSource,
  known: KnownSources,
  readOptions: ReadOptions,
  count: (source: ReadableSource, size: number) => Promise<SourceCount>,
): Promise<Candidate | undefined> {
  let files: DiskFileSet | SharedFileSet | undefined
  try {
    files = openSource(source)
    const format = formatOf(source, files)
    const parts = partsOf(files, format)
    const state = stateOf(source, parts)
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    let found: Promise<string> | undefined
    const hash = () => (found ??= hashSource(source, format))
    const name = nameOf(source)
    if (await isKnown(known, name, size, hash)) return undefined
    const { path, files: shared } = source
    const counted = await count({ path, files: shared, format: format.id, readOptions }, size)
    addContent(known, size, { name, hash, isNew: true })
    return { source, formatId: format.id, size, hash, state, ...counted }
  } finally {
    closeSource(files)
  }
}

/** Opens the files of a source. */
export function openSource({ path, files }: Pick<ImportSource, 'path' | 'files'>): DiskFileSet | SharedFileSet {
  return files ? new SharedFileSet(files) : new DiskFileSet(path)
}

/** Closes the files of a source; those of others stay open. */
export function closeSource(files: DiskFileSet | SharedFileSet | undefined): void {
  if (files instanceof DiskFileSet) files.close()
}

/** The name of a source in the database. Files in two folders are different, wherever a path starts from. */
export function nameOf({ path, name = resolve(path) }: ImportSource): string {
  return name
}

function formatOf({ format: id }: ImportSource, files: FileSet): Format {
  const format = FORMATS.find((candidate) => candidate.id === id) ?? detectFormat(files.main)
  if (!format?.open) throw unopenedError(files, format)
  return format
}

/** The file and the parts of its database beside it. */
function partsOf(files: FileSet, format: Format): Source[] {
  const own = stem(files.main.name)
  const parts = (format.parts ?? []).map((extension) => files.find(own + extension))
  return [...new Set([files.main, ...parts.filter((part) => part !== undefined)])]
}

/** Sizes and modification times of files; what was unpacked does not change. */
function stateOf({ path, files }: ImportSource, parts: readonly Source[]): string {
  if (files) return ''
  const states = parts.map(({ name }) => {
    const { size, mtimeMs } = statSync(join(dirname(path), name))
    return `${name} ${size} ${mtimeMs}`
  })
  return states.join('\n')
}

/**
 * Throws FormatError if a source has changed since it was counted: what was read may be half of one and half of
 * another.
 */
export function requireUnchanged({ source, formatId, state }: Candidate): void {
  const files = openSource(source)
  try {
    const format = FORMATS.find(({ id }) => id === formatId)!
    if (stateOf(source, partsOf(files, format)) === state) return
  } finally {
    closeSource(files)
  }
  throw new FormatError('database/source-changed', {}, { file: source.path })
}

/** Bytes hashed at once. */
const HASH_WINDOW = 1 << 20

/**
 * One hash over a file and the parts of its database, each with its extension, and what it takes from parts that other files
 * share. Yields in between, so that an import
 * can insert rows.
 */
async function hashSource(source: ImportSource, format: Format): Promise<string> {
  const files = openSource(source)
  try {
    const hash = createHash('sha256')
    const parts = partsOf(files, format)
    // As large as the parts need, and given back: of thousands of small files, a window each would wait for the collector.
    const memory = new Uint8Array(Math.min(HASH_WINDOW, Math.max(...parts.map(({ size }) => size))))
    const own = stem(files.main.name)
    for (const part of parts) {
      hash.update(`${basename(part.name).slice(own.length).toLowerCase()} ${part.size}\n`)
      for (let at = 0; at < part.size; at += HASH_WINDOW) {
        hash.update(part.read(at, at + HASH_WINDOW, memory))
        await nextTurn()
      }
    }
    release(memory)
    // Only of files that share parts: the hash of others is that of their bytes.
    if (format.sharedContent) hash.update(await format.sharedContent(files))
    return hash.digest('hex')
  } finally {
    closeSource(files)
  }
}
