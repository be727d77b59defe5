/** Files on disk as sinks: the files of one output appear together, and nothing is replaced unasked. */
import { readdirSync, readFileSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { FOLDER_KEY } from '../bytes/journal.ts'
import type { Scratch, Sink, SinkSet } from '../bytes/sink.ts'
import { MemorySource, type Source, stem } from '../bytes/source.ts'
import { isMainFile, partTest, type FilesOfFormat } from '../formats/parts.ts'
import { FormatError } from '../issues/errors.ts'
import { entryAt, isSameFile, pathBelow } from './disk.ts'
import { compressedSink, type CompressedSink } from './compressed-sink.ts'
import type { LockOptions } from './file-lock.ts'
import { FolderChange, type NewFile } from './folder-change.ts'
import { TemporaryFile } from './temporary-file.ts'
import type { PartTest } from './undo.ts'

/** What an output may replace, and the change it belongs to. */
export interface DiskSinkSetOptions extends LockOptions {
  /** The format to be written, to find the parts of an old database. */
  format?: FilesOfFormat | undefined
  /** Whether existing files may be replaced, or which. */
  replaces?: boolean | PartTest | undefined
  /** The change of a folder that these files are part of. By default they are a separate change. */
  change?: FolderChange | undefined
}

/** A set of files in one folder that appear together; those named `.gz` or `.zst` are compressed. */
export class DiskSinkSet implements SinkSet {
  readonly name: string
  private readonly path: string
  private readonly folder: string
  private readonly options: DiskSinkSetOptions
  /** The format, if its databases have several files. */
  private readonly database: DiskSinkSetOptions['format']
  private readonly isPart: PartTest
  /** Paths of the files that were committed. */
  readonly written: string[] = []
  private change: FolderChange | undefined
  /** How to discard what was added to a shared change. */
  private readonly takeBack: (() => void)[] = []
  private readonly open = new Map<string, NewFile>()
  /** Those of the open files that are compressed as they are written. */
  private readonly compressed: CompressedSink[] = []
  /** Names, in lower case, of files that the writer has read and intends to change. */
  private readonly looked = new Set<string>()

  constructor(path: string, options: DiskSinkSetOptions = {}) {
    this.path = path
    this.name = basename(path)
    this.folder = resolve(dirname(path))
    this.options = options
    const { format } = options
    // An archive of a database is a single file, whatever is beside it.
    this.database = format?.parts && (format.sharesParts || isMainFile(format, this.name)) ? format : undefined
    this.isPart = this.database ? partTest(this.database, this.name) : (name) => name === this.name
  }

  /** Begins a file. Throws FormatError if it would replace one that may not be replaced. */
  create(name: string): Sink {
    if (basename(name) !== name) throw new TypeError(`a file name without folders was expected: ${name}`)
    const change = this.begin()
    const path = join(this.folder, name)
    if (!this.mayReplace(name) && entryAt(path)) throw alreadyThere(path)
    const file = change.create(pathBelow(change.folder, path), this.model())
    this.open.set(name, file)
    const compressed = compressedSink(file, name)
    if (compressed) this.compressed.push(compressed)
    return compressed ?? file
  }

  existing(name: string): Source | undefined {
    this.begin()
    const wanted = name.toLowerCase()
    this.looked.add(wanted)
    const found = this.neighbours().find((candidate) => candidate.toLowerCase() === wanted)
    return found === undefined ? undefined : new MemorySource(found, readFileSync(join(this.folder, found)))
  }

  scratch(name: string): Scratch {
    return new TemporaryFile(name)
  }

  commit(): void {
    const change = this.begin()
    for (const sink of this.compressed.splice(0)) sink.complete()
    for (const name of this.staleParts()) {
      if (!this.mayReplace(name)) throw alreadyThere(join(this.folder, name))
      this.takeBack.push(change.remove(pathBelow(change.folder, join(this.folder, name))))
    }
    for (const file of this.open.values()) {
      change.keep(file)
      this.takeBack.push(() => change.discard(file))
    }
    this.written.push(...[...this.open.keys()].map((name) => join(dirname(this.path), name)))
    this.open.clear()
    if (!this.options.change) change.commit()
  }

  /** Discards every file, including those committed to a change that is not itself committed. */
  abort(): void {
    const { change } = this
    for (const file of this.open.values()) change?.discard(file)
    for (const takeBack of this.takeBack) takeBack()
    if (!this.options.change) change?.abort()
    this.open.clear()
  }

  /** Takes the locks before anything is read or written. */
  private begin(): FolderChange {
    if (this.change) return this.change
    const { database } = this
    const { change } = this.options
    const key = database?.sharesParts ? FOLDER_KEY : database ? stem(this.name) : this.name
    if (change && database && !database.sharesParts && entryAt(join(this.folder, this.name))) {
      change.holdDatabase(this.folder, key, this.isPart, this.options)
    }
    this.change = change ?? new FolderChange(this.folder, key, this.isPart, this.options)
    return this.change
  }

  /** A new part of a database that is there is as private as its main file. */
  private model(): Stats | undefined {
    const main = this.database && !this.database.sharesParts ? entryAt(join(this.folder, this.name)) : undefined
    return main?.isFile() ? main : undefined
  }

  private mayReplace(name: string): boolean {
    const { replaces = false } = this.options
    if (this.looked.has(name.toLowerCase())) return true
    if (typeof replaces === 'function') return replaces(name)
    const [wanted, own] = [name.toLowerCase(), this.name.toLowerCase()]
    return replaces && (stem(wanted) === stem(own) || wanted.startsWith(`${own}.`))
  }

  /** Files of an old database of the same name that the new one lacks: they would refer to other games. */
  private staleParts(): string[] {
    if (!this.database || this.database.sharesParts) return []
    return this.neighbours().filter((name) => {
      if (!this.isPart(name) || this.open.has(name)) return false
      // On a file system that ignores case, this is a file that is being replaced.
      return ![...this.open.keys()].some((own) => isSameFile(join(this.folder, own), join(this.folder, name)))
    })
  }

  private neighbours(): string[] {
    return entryAt(this.folder) ? readdirSync(this.folder) : []
  }
}

function alreadyThere(path: string): FormatError {
  return new FormatError('file/exists', {}, { file: path })
}
