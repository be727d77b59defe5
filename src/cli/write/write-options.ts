/** The options of what writes: the target, its format, its settings. */
import type { Command } from 'commander'
import { extension } from '../../bytes/source.ts'
import { formatForName } from '../../convert/detect.ts'
import { PASSWORD_OPTION, type Format, type FormatOption, type WriteOptions } from '../../formats/format.ts'
import { FORMATS, WRITTEN_FORMATS } from '../../formats/index.ts'
import { COMPRESSED_EXTENSIONS } from '../../node/compressed-sink.ts'
import { formatById, parseSettings, readOptions } from '../read/format-options.ts'
import { collect } from '../read/read-options.ts'
import { optionsNeed } from '../read/option-use.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

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
