/**
 * Files and folders served as they lie: which there are, their bytes, and new bytes in place of old ones. Links are not
 * followed, hidden files are not served, and only what was listed is read or written.
 */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { journalName } from '../bytes/journal.ts'
import { extension } from '../bytes/source.ts'
import { FORMATS } from '../formats/index.ts'
import { DiskSinkSet } from '../node/file-sink.ts'
import { RequestError } from './request.ts'

/** The most files that are listed. */
const MOST_FILES = 20_000
/** The deepest folder that is listed. */
const MOST_DEEP = 20

/** A file as the page lists it. */
export interface ListedFile {
  /** Folders and name, with `/` between them. */
  path: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Whether it is only a part of a database, which is opened with that. */
  isPart?: true
}

/** Names in the order in which people sort them: `game 2` before `game 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export class ServedFiles {
  /** Whether files may be replaced. */
  readonly writable: boolean
  /** What the page calls it: the file or folder that was named. */
  readonly name: string
  /** The file that was named, if it was one: the page opens it at once. */
  readonly only: string | undefined
  /** The files and folders that were named, by what their paths in the list begin with. */
  private readonly roots: ReadonlyMap<string, string>
  /** Paths on the disk by the paths in the list. */
  private known = new Map<string, string>()

  /** @param paths of files and folders, which exist */
  constructor(paths: readonly string[], { writable = false } = {}) {
    const roots = [...new Set(paths.map((path) => resolve(realpathSync(path))))]
    this.roots = namesOf(roots)
    this.writable = writable
    this.name = [...this.roots.keys()].join(', ')
    const [root, ...others] = roots
    this.only = others.length === 0 && lstatSync(root!).isFile() ? basename(root!) : undefined
  }

  /** The files there are now, folders in the order in which people sort. */
  list(): ListedFile[] {
    this.known = new Map()
    const found: ListedFile[] = []
    for (const [name, root] of this.roots) {
      if (!lstatSync(root, { throwIfNoEntry: false })?.isFile()) {
        this.listFolder(root, this.roots.size > 1 ? `${name}/` : '', found, 0)
      } else {
        const folder = name.slice(0, name.lastIndexOf('/') + 1)
        for (const part of companionsOf(root)) this.note(join(dirname(root), part), folder + part, found)
      }
    }
    return found.sort((left, right) => comparePaths(left.path, right.path))
  }

  /** Where a listed file is on the disk, and what the system says of it. */
  find(path: string): { file: string; stats: Stats } {
    if (this.known.size === 0) this.list()
    const file = this.known.get(path)
    const stats = file === undefined ? undefined : lstatSync(file, { throwIfNoEntry: false })
    if (file === undefined || !stats?.isFile()) throw new RequestError('request/no-file', { name: path }, 'path', 404)
    return { file, stats }
  }

  /** Replaces a file that is still as it was read: under another name first, then by renaming. */
  replace(path: string, bytes: Uint8Array, revision: string | undefined): Stats {
    if (!this.writable) throw new RequestError('request/files-read-only', {}, 'address', 403)
    const { file, stats } = this.find(path)
    if (revision !== undefined && revision !== revisionOfFile(stats)) {
      throw new RequestError('request/file-changed', { name: path }, 'if-match', 409)
    }
    const sinks = new DiskSinkSet(file, { replaces: true })
    try {
      sinks.create(basename(file)).append(bytes)
      sinks.commit()
    } catch (error) {
      sinks.abort()
      throw error
    }
    return lstatSync(file)
  }

  private listFolder(folder: string, prefix: string, found: ListedFile[], depth: number): void {
    if (depth > MOST_DEEP) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || found.length >= MOST_FILES) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) this.listFolder(path, `${prefix}${entry.name}/`, found, depth + 1)
      else if (entry.isFile() && isKnown(entry.name)) this.note(path, prefix + entry.name, found)
    }
  }

  private note(file: string, path: string, found: ListedFile[]): void {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    // Two files that were named may have the same parts.
    if (!stats?.isFile() || this.known.has(path)) return
    this.known.set(path, file)
    const isPart = PARTS.has(extension(path)) && path !== this.only
    found.push({ path, size: stats.size, modified: Math.floor(stats.mtimeMs), ...(isPart && { isPart }) })
  }
}

/**
 * What the paths of files and folders begin with: their names, and of those with the same name as many of the folders above
 * as tell them apart.
 */
function namesOf(roots: readonly string[]): Map<string, string> {
  const parts = roots.map((root) => root.split(sep).filter((part) => part !== ''))
  const depths = parts.map(() => 1)
  const nameOf = (index: number): string => parts[index]!.slice(-depths[index]!).join('/')
  for (;;) {
    const names = parts.map((_, index) => nameOf(index))
    const shared = sharedAmong(names)
    const short = parts.keys().filter((index) => shared.has(names[index]!) && depths[index]! < parts[index]!.length)
    const growing = [...short]
    if (growing.length === 0) return new Map(roots.map((root, index) => [names[index]!, root]))
    for (const index of growing) depths[index]!++
  }
}

/** The paths that are there more than once, or below which others lie, and these. */
function sharedAmong(paths: readonly string[]): Set<string> {
  const all = new Set<string>()
  const shared = new Set<string>()
  for (const path of paths) (all.has(path) ? shared : all).add(path)
  for (const path of all) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const above = path.slice(0, end)
      if (all.has(above)) shared.add(above).add(path)
    }
  }
  return shared
}

/** Compares paths folder by folder: the files of a folder come before those in folders below it. */
function comparePaths(left: string, right: string): number {
  const [one, other] = [left.split('/'), right.split('/')]
  for (let level = 0; ; level++) {
    const isLast = Number(level === other.length - 1) - Number(level === one.length - 1)
    if (isLast !== 0) return isLast
    const order = compare(one[level]!, other[level]!)
    if (order !== 0 || level === one.length - 1) return order
  }
}

/** A file and what may belong to it: a database has parts with the same name, WTHOR's are named JOU and TRN. */
function companionsOf(file: string): string[] {
  const own = basename(file)
  const stem = own.slice(0, own.length - extname(own).length).toLowerCase()
  return readdirSync(dirname(file)).filter((name) => {
    if (name === own) return true
    const end = extname(name).toLowerCase()
    if (extname(own).toLowerCase() === '.wtb') return end === '.jou' || end === '.trn'
    return PARTS.has(end) && name.slice(0, name.length - end.length).toLowerCase() === stem
  })
}

/** Extensions of files that are opened. */
const OPENED: ReadonlySet<string> = new Set([
  ...FORMATS.flatMap(({ extensions, archive }) => [...extensions, ...(archive ? [archive.extension] : [])]),
  '.zip',
  '.tar',
  '.tgz',
  '.gz',
  '.zst',
  '.bz2',
  '.xz',
  '.cbz',
])

/**
 * Extensions of files that are only parts of databases, and of the journal of a change that is not finished: until it is, the
 * state before it is what the page reads.
 */
const PARTS: ReadonlySet<string> = new Set([
  ...FORMATS.flatMap(({ parts = [] }) => parts.filter((part) => !OPENED.has(part))),
  extension(journalName('any')),
])

const isKnown = (name: string) => OPENED.has(extension(name)) || PARTS.has(extension(name))

/** The entity tag of a file: another after any change. */
export function revisionOfFile({ size, mtimeMs, ino }: Stats): string {
  return `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`
}
