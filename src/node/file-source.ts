/** Files on disk as sources: read synchronously, in windows, never as a whole unless requested. */
import { closeSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileSet, Source } from '../bytes/source.ts'
import type { Collection } from '../formats/format.ts'
import { FormatError } from '../issues/errors.ts'
import type { Issue } from '../issues/issue.ts'
import { readFully } from './disk.ts'
import { folderBefore, type FolderBefore } from './folder-journals.ts'

/** A file on disk. */
export class DiskSource implements Source {
  readonly name: string
  readonly size: number
  /** Open for every thread of the program. */
  readonly descriptor: number

  /** @param name the name of the file, if different from that in its path */
  constructor(path: string, name = basename(path)) {
    this.name = name
    this.descriptor = openSync(path, 'r')
    this.size = fstatSync(this.descriptor).size
  }

  /** Throws FormatError for a file that is shorter than it was when it was opened. */
  read(start: number, end: number, into?: Uint8Array): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const bytes = readFully(this.descriptor, from, to, into)
    // A reader that goes on to the size of the file would never reach it.
    if (bytes.length < to - from) {
      throw new FormatError('file/shrank', {}, { file: this.name, offset: from + bytes.length })
    }
    return bytes
  }

  /** Closes the file, or all files. */
  close(): void {
    closeSync(this.descriptor)
  }
}

/**
 * A file and the others in its folder, each opened when first needed. After an interrupted change of this folder or one
 * further up, the files are those before the change.
 */
export class DiskFileSet implements FileSet {
  readonly main: Source
  /** Issues saying that a change was interrupted. */
  readonly issues: readonly Issue[]
  private readonly folder: string
  private readonly before: FolderBefore
  private readonly open = new Map<string, DiskSource>()
  private neighbours: string[] | undefined

  /** Throws the system's error if there is no such file, and FormatError if there was none before the change. */
  constructor(path: string) {
    this.folder = dirname(path)
    const name = basename(path)
    // Opened before looking for journals: the open file is then the one they refer to, or an older one.
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

/** A collection that also reports the issues of its files: an interrupted change, a damaged compressed file. */
export function withFileIssues(collection: Collection, { issues }: { readonly issues: readonly Issue[] }): Collection {
  if (issues.length === 0) return collection
  // Everything else of the collection stays the same.
  return Object.create(collection, { issues: { get: () => [...issues, ...collection.issues] } }) as Collection
}
