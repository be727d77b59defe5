/**
 * Files and folders served as they lie: which there are, their bytes, and new bytes in place of old ones. Links are not
 * followed, hidden files are not served, and only what was listed is read or written.
 */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
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
  private readonly roots: readonly string[]
  /** Paths on the disk by the paths in the list. */
  private known = new Map<string, string>()

  /** @param paths of files and folders, which exist */
  constructor(paths: readonly string[], { writable = false } = {}) {
    this.roots = paths.map((path) => resolve(realpathSync(path)))
    this.writable = writable
    this.name = this.roots.map((root) => basename(root)).join(', ')
    const [root, ...others] = this.roots
    this.only = others.length === 0 && lstatSync(root!).isFile() ? basename(root!) : undefined
  }

  /** The files there are now, folders in the order in which people sort. */
  list(): ListedFile[] {
    this.known = new Map()
    const found: ListedFile[] = []
    for (const root of this.roots) {
      if (!lstatSync(root, { throwIfNoEntry: false })?.isFile()) {
        this.listFolder(root, this.roots.length > 1 ? `${basename(root)}/` : '', found, 0)
      } else {
        for (const name of companionsOf(root)) this.note(join(dirname(root), name), name, found)
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
    if (!stats?.isFile()) return
    this.known.set(path, file)
    const isPart = PARTS.has(extension(path)) && path !== this.only
    found.push({ path, size: stats.size, modified: Math.floor(stats.mtimeMs), ...(isPart && { isPart }) })
  }
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

/** Extensions of files that are only parts of databases. */
const PARTS: ReadonlySet<string> = new Set(
  FORMATS.flatMap(({ parts = [] }) => parts.filter((part) => !OPENED.has(part))),
)

const isKnown = (name: string) => OPENED.has(extension(name)) || PARTS.has(extension(name))

/** The entity tag of a file: another after any change. */
export function revisionOfFile({ size, mtimeMs, ino }: Stats): string {
  return `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`
}
