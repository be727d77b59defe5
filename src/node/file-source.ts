/** Files on disk as sources: read synchronously, in windows, never whole unless asked. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileSet, Source } from '../bytes/source.ts'
import type { Collection } from '../formats/format.ts'
import { FormatError } from '../issues/errors.ts'
import type { Issue } from '../issues/issue.ts'
import { folderBefore, type FolderBefore } from './folder-journals.ts'

/** A file on disk. */
export class DiskSource implements Source {
  readonly name: string
  readonly size: number
  private readonly descriptor: number

  /** @param name what the file is called, where that is not the name of its path */
  constructor(path: string, name = basename(path)) {
    this.name = name
    this.descriptor = openSync(path, 'r')
    this.size = fstatSync(this.descriptor).size
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const bytes = new Uint8Array(to - from)
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(this.descriptor, bytes, filled, bytes.length - filled, from + filled)
      // The file shrank while it was read.
      if (count === 0) return bytes.subarray(0, filled)
      filled += count
    }
    return bytes
  }

  /** Closes the file, or all files. */
  close(): void {
    closeSync(this.descriptor)
  }
}

/**
 * A file and its neighbours in its folder, each opened when first asked for. A change of a whole folder that was cut
 * short, of this one or one further up, is looked through: the files are those before it.
 */
export class DiskFileSet implements FileSet {
  readonly main: Source
  /** That a change was cut short. */
  readonly issues: readonly Issue[]
  private readonly folder: string
  private readonly before: FolderBefore
  private readonly open = new Map<string, DiskSource>()
  private neighbours: string[] | undefined

  /** Throws the system's error when there is no such file, and FormatError when there was none before the change. */
  constructor(path: string) {
    this.folder = dirname(path)
    const name = basename(path)
    // Opened before the journals are looked for: what is open then is what they speak of, or older.
    const present = statSync(path, { throwIfNoEntry: false }) && new DiskSource(path)
    this.before = folderBefore(this.folder, name)
    const { files, issues } = this.before
    this.issues = issues
    if (files.has(name)) present?.close()
    if (files.has(name) && files.get(name) === undefined) throw new FormatError('file/unfinished', {}, { file: name })
    const main = files.has(name) ? this.openNamed(name) : (present ?? new DiskSource(path))
    this.main = main
    this.open.set(main.name, main)
  }

  find(name: string): Source | undefined {
    const names = this.names()
    const wanted = name.toLowerCase()
    const found = names.includes(name) ? name : names.find((candidate) => candidate.toLowerCase() === wanted)
    if (found === undefined) return undefined
    let source = this.open.get(found)
    if (!source) {
      source = this.openNamed(found)
      this.open.set(found, source)
    }
    return source
  }

  names(): string[] {
    this.neighbours ??= this.findNames()
    return this.neighbours
  }

  private findNames(): string[] {
    const { files, journals } = this.before
    const present = readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => entry.name)
      .filter((name) => !files.has(name) && !journals.has(name))
    return [...present, ...[...files].flatMap(([name, old]) => (old === undefined ? [] : [name]))]
  }

  private openNamed(name: string): DiskSource {
    return new DiskSource(this.before.files.get(name) ?? join(this.folder, name), name)
  }

  /** Closes the file, or all files. */
  close(): void {
    for (const source of this.open.values()) source.close()
    this.open.clear()
  }
}

/** A collection that also tells of what its files are about: see {@link DiskFileSet}. */
export function withFileIssues(collection: Collection, { issues }: DiskFileSet): Collection {
  if (issues.length === 0) return collection
  // Whatever the collection is made of, all else of it stays as it is.
  return Object.create(collection, { issues: { get: () => [...issues, ...collection.issues] } }) as Collection
}
