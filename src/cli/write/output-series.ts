/** Where the records of a conversion go: one file, or a series of them that appear together. */
import { basename, dirname, join } from 'node:path'
import type { SinkSet } from '../../bytes/sink.ts'
import type { Format, WriteOptions, Writer } from '../../formats/format.ts'
import { DiskSinkSet, type DiskSinkSetOptions } from '../../node/file-sink.ts'
import { FolderChange } from '../../node/folder-change.ts'
import { asUsage } from '../read/format-options.ts'
import { StandardOutput } from './standard-output.ts'
import { CommandError, countOf, EXIT, note } from '../show/terminal.ts'
import { wholeExtension, changeFolder, tellOfWaiting, numberedFiles } from './output-paths.ts'

/** Where the records of a conversion go. */
export interface Output {
  /** Paths of the files completed. */
  readonly files: readonly string[]
  /**
   * The writer for the next record, to be waited for if that begins a file; `begin` is called with the writer of a new
   * file, `finish` completes a full file.
   */
  next(begin: (writer: Writer) => void, finish: (writer: Writer) => void): Writer | Promise<Writer>
  /** Completes what is being written. */
  complete(finish: (writer: Writer) => void): void
  /** Discards what is being written. */
  abort(): void
}

/** A series of files in one format: the next is begun when the last is full. */
export class OutputSeries implements Output {
  readonly files: string[] = []
  private readonly format: Format
  private readonly path: string
  private readonly options: WriteOptions
  private readonly perFile: number
  private readonly numbered: boolean
  private writer: Writer | undefined
  private sinks: SinkSet | undefined
  private readonly isKeptBack: boolean
  /** All files on disk so far, which are committed or discarded together. */
  private readonly onDisk: DiskSinkSet[] = []
  private inFile = 0
  private number = 0
  /** Numbered files are one change of their folder. */
  private readonly change: FolderChange | undefined
  private readonly sinkOptions: DiskSinkSetOptions

  /**
   * @param path the file to write, `-` for standard output @param total the largest number of records to come: if they
   * do not fit into one file, files are numbered @param perFile the largest number of records per file @param disk what
   * may be replaced, the change of a folder to which the files belong, and whether standard output is held back until
   * the end
   */
  constructor(
    format: Format,
    path: string,
    options: WriteOptions,
    total: number,
    perFile: number,
    { isStrict = false, ...disk }: DiskSinkSetOptions & { isStrict?: boolean } = {},
  ) {
    this.isKeptBack = isStrict || format.patches === true
    this.format = format
    this.path = path
    this.options = options
    this.perFile = format.holds === 'one' ? 1 : perFile
    this.numbered = total > this.perFile
    this.width = String(Math.ceil(total / this.perFile)).length
    if (this.numbered && path === '-') {
      throw new CommandError('cannot write several files to standard output; use --output', EXIT.usage)
    }
    if (this.numbered && !disk.change) this.change = changeFolder(dirname(path))
    this.sinkOptions = { onWait: tellOfWaiting, ...disk, format, change: this.change ?? disk.change }
  }

  private readonly width: number

  next(begin: (writer: Writer) => void, finish: (writer: Writer) => void): Writer | Promise<Writer> {
    if (!this.writer || this.inFile === this.perFile) return this.beginFile(begin, finish)
    this.inFile++
    return this.writer
  }

  private async beginFile(begin: (writer: Writer) => void, finish: (writer: Writer) => void): Promise<Writer> {
    this.completeFile(finish)
    this.number++
    const path = this.currentPath()
    this.sinks = path === '-' ? new StandardOutput(this.format, this.isKeptBack) : this.beginOnDisk(path)
    this.writer = await this.format.write!(this.sinks, this.options).catch((error: unknown) => {
      throw asUsage(error)
    })
    begin(this.writer)
    this.inFile = 1
    return this.writer
  }

  complete(finish: (writer: Writer) => void): void {
    this.completeFile(finish)
    this.change?.commit()
    if (this.numbered) this.tellOfOlder()
  }

  /** Further files of an earlier output stay, since they cannot be distinguished from other files with such names. */
  private tellOfOlder(): void {
    const older = numberedFiles(this.path).filter((path) => !this.files.includes(path))
    if (older.length === 0) return
    const others = older.length > 1 ? ` and ${countOf(older.length - 1, 'more file')}` : ''
    note(`${older[0]}${others} of such a name stayed: not part of this output`)
  }

  private completeFile(finish: (writer: Writer) => void): void {
    if (!this.writer) return
    finish(this.writer)
    this.files.push(...(this.sinks instanceof DiskSinkSet ? this.sinks.written : ['-']))
    this.writer = undefined
    this.sinks = undefined
  }

  abort(): void {
    for (const sinks of this.onDisk) sinks.abort()
    this.change?.abort()
    this.writer = undefined
    this.sinks = undefined
  }

  private beginOnDisk(path: string): DiskSinkSet {
    const sinks = new DiskSinkSet(path, this.sinkOptions)
    this.onDisk.push(sinks)
    return sinks
  }

  private currentPath(): string {
    if (!this.numbered) return this.path
    const extension = wholeExtension(this.path)
    const number = String(this.number).padStart(this.width, '0')
    return join(dirname(this.path), `${basename(this.path, extension)}-${number}${extension}`)
  }
}
