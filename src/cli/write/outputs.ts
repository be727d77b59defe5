/** Where a conversion writes: one file, numbered files, a folder with the same structure, or standard output. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { nameWithin } from '../../bytes/packed/index.ts'
import { fileNameKey, safePath } from '../../bytes/file-name.ts'
import { FOLDER_KEY } from '../../bytes/journal.ts'
import type { SinkSet } from '../../bytes/sink.ts'
import { extension, stem } from '../../bytes/source.ts'
import { formatForName } from '../../convert/detect.ts'
import {
  PASSWORD_OPTION,
  type Format,
  type FormatOption,
  type WriteOptions,
  type Writer,
} from '../../formats/format.ts'
import { FORMATS, WRITTEN_FORMATS } from '../../formats/index.ts'
import { COMPRESSED_EXTENSIONS } from '../../node/compressed-sink.ts'
import { DiskSinkSet, type DiskSinkSetOptions } from '../../node/file-sink.ts'
import { FolderChange } from '../../node/folder-change.ts'
import { asUsage, formatById, parseSettings, readOptions } from '../read/inputs.ts'
import { optionsNeed } from '../read/option-use.ts'
import { collect } from '../read/run.ts'
import { StandardOutput } from './standard-output.ts'
import { CommandError, countOf, EXIT, note } from '../show/terminal.ts'

/** Options of every command that writes games. */
export interface WriteCommandOptions {
  to?: string
  output?: string
  force?: boolean
  writeEncoding?: string
  writeOption?: string[]
  clean?: boolean
  comments?: boolean
  variations?: boolean
  glyphs?: boolean
  clocks?: boolean
  marks?: boolean
  wrap?: boolean
  roster?: boolean
  languages?: string
  openings?: boolean
  keepLosses?: boolean
  password?: string
}

/** Adds the options for what to write and where. */
export function withTarget(command: Command, output: string): Command {
  optionsNeed(command, ['--force'], '--output')
  return command
    .option('-t, --to <format>', 'output format (default: by the extension of --output)')
    .option('-o, --output <path>', `${output} (default: standard output)`)
    .option('--force', 'overwrite existing files')
}

/** Extensions of archives with a password. */
export const PROTECTED = FORMATS.flatMap(({ archive }) => archive?.protectedExtension ?? [])

/** Adds the options for how to write. */
export function withWriteOptions(command: Command): Command {
  return command
    .option('--write-encoding <label>', 'text encoding of the output, if the format supports several')
    .option('--write-option <name=value>', 'an option of the format written; see ludograph formats FORMAT', collect)
    .option('--openings', 'add missing opening names, found from the moves')
    .option('--password <password>', `password for a ${PROTECTED.join(' or ')} archive (prompted for if missing)`)
    .option('--keep-losses', 'write what the target cannot store to a separate file, if the format supports it (wei7)')
    .optionsGroup('PGN output:')
    .option('--clean', 'no commands such as [%cal ...] in comments')
    .option('--no-comments', 'no comments')
    .option('--languages <list>', 'comments in these languages and in none, as in en,de')
    .option('--no-variations', 'the main line only')
    .option('--no-glyphs', 'no glyphs such as ! and $14')
    .option('--no-clocks', 'no clock times')
    .option('--no-marks', 'no arrows and coloured squares')
    .option('--roster', 'only the seven tags of the standard')
    .option('--no-wrap', 'the moves of a game on one line')
    .optionsGroup('Options:')
}

/** Options that are settings of the writer: `--no-comments` is `comments=no`. */
function settingsOf(command: WriteCommandOptions): string[] {
  const words = [...(command.writeOption ?? [])]
  for (const name of ['comments', 'variations', 'glyphs', 'clocks', 'marks', 'wrap'] as const) {
    if (command[name] === false) words.push(`${name}=no`)
  }
  if (command.languages !== undefined) words.push(`languages=${command.languages}`)
  if (command.roster) words.push('tags=roster')
  if (command.clean) words.push('clean=yes')
  if (command.keepLosses) words.push('keep-losses=yes')
  return words
}

/** The format to write. Throws CommandError if none is given, or one that can only be read. */
export function targetFormat({ to, output }: WriteCommandOptions): Format {
  const format = to === undefined ? formatForName(output ?? '', WRITTEN_FORMATS) : formatById(to, WRITTEN_FORMATS)
  if (!format) {
    throw new CommandError('no output format: use --to FORMAT, or an --output name with a known extension', EXIT.usage)
  }
  if (!format.write) throw new CommandError(`${format.name} can be read but not written`, EXIT.usage)
  refuseCompression(format, output ?? '')
  return format
}

/** Throws CommandError if games are to be split over files of a format that holds one in each anyway. */
export function refuseIdleSplit({ holds, name }: Format, split: number | undefined): void {
  if (split === undefined || holds === 'many') return
  throw new CommandError(`--split has no effect: ${name} holds one game per file`, EXIT.usage)
}

/** Extensions of compressed files and archives that are read only. */
const UNWRITTEN = new Set(['.bz2', '.xz', '.zip', '.tar', '.tgz', '.tbz', '.tbz2', '.txz', '.tzst', '.7z', '.rar'])

/** Throws CommandError for the name of a compressed file that cannot be written. */
function refuseCompression(format: Format, output: string): void {
  const wanted = extension(output)
  if (UNWRITTEN.has(wanted)) {
    throw new CommandError(`${wanted} files are not written; use ${COMPRESSED_EXTENSIONS.join(' or ')}`, EXIT.usage)
  }
  if (COMPRESSED_EXTENSIONS.includes(wanted) && (format.patches || format.parts)) {
    throw new CommandError(`${format.name} cannot be written as a ${wanted} file`, EXIT.usage)
  }
}

/** The extension of an output with that of its compression: `.pgn.gz`. */
export function wholeExtension(path: string): string {
  return COMPRESSED_EXTENSIONS.includes(extension(path)) ? extname(nameWithin(path)) + extname(path) : extname(path)
}

/**
 * How to write, from the options of the command. Asks for the password of a password-protected archive. Throws
 * CommandError for options that the format does not have.
 */
export async function writeOptions(command: WriteCommandOptions, target: Format): Promise<WriteOptions> {
  const options: WriteOptions = {}
  const words = settingsOf(command)
  const { encoding } = readOptions(command.writeEncoding === undefined ? {} : { encoding: command.writeEncoding })
  if (encoding !== undefined) options.encoding = encoding
  const password = await newPassword(command.output, command.password)
  if (password !== undefined) words.push(`${PASSWORD_OPTION}=${password}`)
  const settings = parseSettings(words, target, 'writing')
  if (settings) options.settings = settings
  return options
}

/** The password for an output: the given one, or one asked for if needed. */
export async function newPassword(output: string | undefined, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined || output === undefined || !PROTECTED.includes(extension(output))) return given
  const { askNewPassword } = await import('../show/question.ts')
  return await askNewPassword(output, '--password PASSWORD')
}

/** Options as given for reading and for writing. */
interface FormatOptions {
  option?: string[]
  writeOption?: string[]
}

/** The options with those moved to the writer that were given with --option, but that only the target knows. */
export function withOptionsOfWriter<Options extends FormatOptions>(options: Options, target: Format): Options {
  const names = (use: FormatOption['for'], formats: readonly Format[]) =>
    new Set(formats.flatMap((format) => format.options ?? []).flatMap((one) => (one.for === use ? [one.name] : [])))
  const [read, written] = [names('reading', FORMATS), names('writing', [target])]
  const isOfWriter = (text: string) => {
    const [name] = text.split('=', 1) as [string]
    return written.has(name) && !read.has(name)
  }
  const { option = [], writeOption = [] } = options
  return {
    ...options,
    option: option.filter((text) => !isOfWriter(text)),
    writeOption: [...writeOption, ...option.filter(isOfWriter)],
  }
}

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

/** Whether an output path is a folder: it exists as one, or is written like one. */
export function isFolderPath(path: string): boolean {
  if (path === '-') return false
  if (/[/\\]$/.test(path)) return true
  return existsSync(path) ? statSync(path).isDirectory() : extname(path) === ''
}

/**
 * The path of an input's output in a folder, with the target's extension. Two inputs that would share one (`a.xqf` and
 * `a.pgn`) get different names. @param used the paths in use, each with the last number appended to it; the new one is
 * added
 */
export function pathInFolder(folder: string, relativePath: string, format: Format, used: Map<string, number>): string {
  const own = join(folder, safePath(join(dirname(relativePath), stem(basename(relativePath)))) ?? format.id)
  const plain = own + format.extensions[0]
  let path = plain
  // Counting continues after the last input with the same name, so that many of them do not take longer each.
  let number = used.get(fileNameKey(plain)) ?? 1
  while (used.has(fileNameKey(path))) path = `${own}-${++number}${format.extensions[0]}`
  used.set(fileNameKey(plain), number)
  if (path !== plain) used.set(fileNameKey(path), 1)
  return path
}

/** Refuses to overwrite a file that is being read. */
export function refuseSamePath(input: string, output: string): void {
  if (input !== '-' && output !== '-' && resolve(input) === resolve(output)) {
    throw new CommandError(`${output}: the output would overwrite the input`, EXIT.usage)
  }
}

/** Begins a change of a whole folder: everything written to it appears together. */
export function changeFolder(folder: string): FolderChange {
  return new FolderChange(folder, FOLDER_KEY, () => false, { onWait: tellOfWaiting })
}

/** Reports that a command is waiting for another. */
export function tellOfWaiting(path: string): void {
  note(`waiting for another program to finish writing ${path}`)
}

/**
 * Whether existing files may be replaced; false if there are none. Throws CommandError if the user has not given
 * --force and does not agree when asked on a terminal. @param paths the files that would be written @param advice an
 * alternative, as the end of a sentence
 */
export async function mayReplace(
  paths: readonly string[],
  { force = false }: { force?: boolean },
  advice = '',
): Promise<boolean> {
  const present = paths.filter((path) => path !== '-' && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  if (present.length === 0 || force) return force
  const others = present.length > 1 ? ` and ${present.length - 1} more` : ''
  const what = `${present[0]}${others}`
  const { canAsk, confirm } = await import('../show/question.ts')
  if (canAsk() && (await confirm(`Replace ${what}?`))) return true
  const verb = present.length > 1 ? 'exist' : 'exists'
  throw new CommandError(`${what} already ${verb}; use --force to overwrite${advice}`, EXIT.usage)
}

/** The existing numbered files of an output. */
export function numberedFiles(path: string): string[] {
  const [folder, extension] = [dirname(path), wholeExtension(path)]
  const start = `${basename(path, extension)}-`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(extension))
    .filter((name) => /^[0-9]+$/.test(name.slice(start.length, name.length - extension.length)))
    .sort((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    .map((name) => join(folder, name))
}
