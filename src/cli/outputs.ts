/** Where a conversion writes: one file, numbered files, a folder of the same shape, or standard output. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { MemorySinkSet } from '../bytes/sink.ts'
import { stem } from '../bytes/source.ts'
import type { Format, WriteOptions, Writer } from '../formats/format.ts'
import { DiskSinkSet } from '../node/file-sink.ts'
import { asUsage } from './inputs.ts'
import { CommandError, EXIT, printBytes } from './terminal.ts'

/** A series of files of one format: the next is begun when the last is full. */
export class OutputSeries {
  /** Paths of the files completed. */
  readonly files: string[] = []
  private readonly format: Format
  private readonly path: string
  private readonly options: WriteOptions
  private readonly perFile: number
  private readonly numbered: boolean
  private writer: Writer | undefined
  private sinks: MemorySinkSet | DiskSinkSet | undefined
  private inFile = 0
  private number = 0

  /**
   * @param path the file to write, `-` for standard output
   * @param total records to come at the most: more than fit one file makes numbered files
   * @param perFile records a file holds at the most
   */
  constructor(format: Format, path: string, options: WriteOptions, total: number, perFile: number) {
    this.format = format
    this.path = path
    this.options = options
    this.perFile = format.holds === 'one' ? 1 : perFile
    this.numbered = total > this.perFile
    this.width = String(Math.ceil(total / this.perFile)).length
    if (this.numbered && path === '-') {
      throw new CommandError('several files cannot go to standard output; name one with --output', EXIT.usage)
    }
  }

  private readonly width: number

  /** The writer for the next record; `begin` is told of a new file's writer, `finish` completes a file that is full. */
  async next(begin: (writer: Writer) => void, finish: (writer: Writer) => void): Promise<Writer> {
    if (this.inFile === this.perFile) this.complete(finish)
    if (!this.writer) {
      this.number++
      const path = this.currentPath()
      this.sinks = path === '-' ? new MemorySinkSet('stdout') : new DiskSinkSet(path)
      this.writer = await this.format.write!(this.sinks, this.options).catch(asUsage)
      begin(this.writer)
      this.inFile = 0
    }
    this.inFile++
    return this.writer
  }

  /** Completes the last file; a series without records makes one empty file where the format allows. */
  complete(finish: (writer: Writer) => void): void {
    if (!this.writer) return
    finish(this.writer)
    if (this.sinks instanceof MemorySinkSet) {
      printStandardOutput(this.sinks)
      this.files.push('-')
    } else if (this.sinks) {
      this.files.push(...this.sinks.written)
    }
    this.writer = undefined
    this.sinks = undefined
  }

  /** Forgets the file being written. */
  abort(): void {
    this.sinks?.abort()
    this.writer = undefined
    this.sinks = undefined
  }

  private currentPath(): string {
    if (!this.numbered) return this.path
    const extension = extname(this.path)
    const number = String(this.number).padStart(this.width, '0')
    return join(dirname(this.path), `${basename(this.path, extension)}-${number}${extension}`)
  }
}

function printStandardOutput(sinks: MemorySinkSet): void {
  const files = [...sinks.files.values()]
  if (files.length !== 1) {
    throw new CommandError('this format makes several files; name one with --output', EXIT.usage)
  }
  printBytes(files[0]!)
}

/** Whether an output path means a folder: it is one, or is written like one. */
export function isFolderPath(path: string): boolean {
  if (path === '-') return false
  if (/[/\\]$/.test(path)) return true
  return existsSync(path) ? statSync(path).isDirectory() : extname(path) === ''
}

/**
 * The path of an input's output in a folder, with the target's extension. Two
 * inputs that would share one (`a.xqf` and `a.pgn`) get names of their own.
 */
export function pathInFolder(folder: string, relativePath: string, format: Format, used: Set<string>): string {
  const own = join(folder, dirname(relativePath), stem(basename(relativePath)))
  let path = own + format.extensions[0]
  // File systems differ in whether letter case tells names apart.
  for (let number = 2; used.has(path.toLowerCase()); number++) path = `${own}-${number}${format.extensions[0]}`
  used.add(path.toLowerCase())
  return path
}

/** Refuses to write over a file that is being read. */
export function refuseSamePath(input: string, output: string): void {
  if (input !== '-' && output !== '-' && resolve(input) === resolve(output)) {
    throw new CommandError(`${output}: the output would overwrite the input`, EXIT.usage)
  }
}
