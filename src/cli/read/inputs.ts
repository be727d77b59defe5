/** Opens what a command is to read, with the options of its format. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nameWithin } from '../../bytes/packed/index.ts'
import { MemoryFileSet, type FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { detectFormat, formatOfPart, SURE_ENOUGH, unopenedError } from '../../convert/detect.ts'
import type { Collection, Format, FormatOption, ReadOptions } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { asksForPassword, FormatError, messageOf } from '../../issues/errors.ts'
import { DiskFileSet, withFileIssues } from '../../node/file-source.ts'
import type { Input, NameOptions } from './names.ts'
import { readStandardInput } from './standard-input.ts'
import { suggest } from '../show/suggest.ts'
import { CommandError, EXIT, UnknownFileError } from '../show/terminal.ts'

/** An input whose collection is open. Close it when done. */
export interface OpenInput {
  format: Format
  collection: Collection
  close(): void
}

/** Options of every command that reads. */
export interface ReadCommandOptions extends NameOptions {
  /** Most bytes that a compressed file or an archive may come to. */
  maxUnpacked?: number
  from?: string
  encoding?: string
  option?: string[]
  /** Options passed only to the formats that have them. */
  formatDefaults?: Record<string, string>
}

/** Opens an input. Throws CommandError saying what the file is if it cannot be read. */
export async function openInput(input: Input, options: ReadCommandOptions): Promise<OpenInput> {
  const files = await openFiles(input)
  const close = () => {
    if (files instanceof DiskFileSet) files.close()
  }
  try {
    const format =
      options.from === undefined
        ? detectFormat(files.main, FORMATS, input.isNamed ? 0 : SURE_ENOUGH)
        : formatById(options.from)
    if (!format?.open) throw unknownInput(input, format, files)
    const collection = await format.open(files, readOptions(options, format)).catch((error: unknown) => {
      throw withPasswordHint(asUsage(error), '--option password=PASSWORD')
    })
    return {
      format,
      collection: 'issues' in files ? withFileIssues(collection, files as DiskFileSet) : collection,
      close: () => {
        collection.close?.()
        close()
      },
    }
  } catch (error) {
    close()
    if (!(error instanceof FormatError) || input.path === '-') throw error
    const place = { ...error.place, file: pathOf(input.path, error.place.file) }
    throw files.main.size === 0 ? new FormatError('file/empty', {}, { file: place.file }) : error.at(place)
  }
}

/** The path of a file of an input: the input itself, a file of the same database beside it, or one within an archive. */
export function pathOf(path: string, file = path): string {
  const part = basename(file)
  // A compressed file and what is in it differ by the extension of the compression.
  if (path === '-' || part === basename(path) || nameWithin(basename(path)) === part) return path
  const beside = join(dirname(path), part)
  return existsSync(beside) ? beside : `${path}/${part}`
}

async function openFiles({ path, files }: Input): Promise<FileSet> {
  if (files) return files
  return path === '-' ? new MemoryFileSet(await readStandardInput()) : new DiskFileSet(path)
}

/** The error for a file that cannot be opened, with advice. */
function unknownInput({ path }: Input, format: Format | undefined, files: FileSet): UnknownFileError {
  const isKnown = format !== undefined || formatOfPart(path) !== undefined || files.main.size === 0
  const advice = isKnown ? '' : ' (see ludograph formats; --from sets the format)'
  return new UnknownFileError(`${path}: ${unopenedError(files, format).message}${advice}`)
}

/** A format by its id, or by an extension of its files: `cbh`. For an unknown one, throws CommandError with the most similar. */
export function formatById(id: string, offered: readonly Format[] = FORMATS): Format {
  const known = [...offered, ...FORMATS]
  const end = `.${id.toLowerCase().replace(/^\./, '')}`
  const format =
    known.find((candidate) => candidate.id === id.toLowerCase()) ??
    known.find(({ extensions }) => extensions[0] === end) ??
    known.find(({ extensions }) => extensions.includes(end))
  if (format) return format
  const ids = offered.map((candidate) => candidate.id)
  const meant = suggest(id, ids)
  const advice = meant ? `did you mean ${meant}?` : `the formats are ${ids.join(', ')}`
  throw new CommandError(`unknown format "${id}"; ${advice}`, EXIT.usage)
}

/** Reading options for a format from the command's options. */
export function readOptions(
  { encoding, option, formatDefaults = {} }: ReadCommandOptions,
  format?: Format,
): ReadOptions {
  const options: ReadOptions = {}
  if (encoding !== undefined) {
    const name = encodingName(encoding)
    if (name === undefined) {
      throw new CommandError(
        `"${encoding}" is not a supported text encoding; try utf-8, windows-1252, windows-1251, gb18030 or big5`,
        EXIT.usage,
      )
    }
    options.encoding = name
  }
  const known = Object.entries(formatDefaults).filter(([name]) =>
    format?.options?.some((candidate) => candidate.name === name),
  )
  const settings = { ...Object.fromEntries(known), ...parseSettings(option, format, 'reading') }
  if (Object.keys(settings).length > 0) options.settings = settings
  return options
}

/** Reads `name=value` options and checks their names against those of the format, or of any format if none is given. */
export function parseSettings(
  option: readonly string[] | undefined,
  format: Format | undefined,
  use: FormatOption['for'],
): Record<string, string> | undefined {
  if (!option || option.length === 0) return undefined
  const formats = format ? [format] : FORMATS
  const options = formats.flatMap((one) => one.options ?? []).filter((candidate) => candidate.for === use)
  const known = [...new Set(options.map(({ name }) => name))]
  const settings: Record<string, string> = {}
  for (const text of option) {
    const equals = text.indexOf('=')
    if (equals < 1) throw new CommandError(`"${text}" is not of the form name=value`, EXIT.usage)
    const name = text.slice(0, equals)
    if (!known.includes(name)) {
      const meant = suggest(name, known)
      const advice = meant ? `did you mean ${meant}?` : `there are ${known.join(', ') || 'none'}`
      const who = format ? `${format.name} has` : 'there is'
      throw new CommandError(`${who} no option "${name}" for ${use}; ${advice}`, EXIT.usage)
    }
    const value = text.slice(equals + 1)
    const values = valuesOf(name, options)
    if (values && !values.includes(value))
      throw new CommandError(`the option ${name} takes ${choiceOf(values)}, not "${value}"`, EXIT.usage)
    settings[name] = value
  }
  return settings
}

/** `left, right, or auto`. Not made in advance: the data of a language takes 9 ms and 7 MB to load. */
function choiceOf(values: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values)
}

/** The values that formats list for an option; undefined if one of them takes any. */
function valuesOf(name: string, options: readonly FormatOption[]): string[] | undefined {
  const lists = options.filter((option) => option.name === name).map(({ values }) => values)
  return lists.every((values) => values !== undefined) ? [...new Set(lists.flat())] : undefined
}

/** Formats throw TypeError for an invalid value of an option: a usage error, not a bug. */
export function asUsage(error: unknown): unknown {
  return error instanceof TypeError ? new CommandError(error.message, EXIT.usage) : error
}

/** For a file that unpacks to too much, says how to allow it. */
export function withLimitHint(error: unknown): unknown {
  if (!(error instanceof FormatError) || error.code !== 'packed/limit') return error
  return new FormatError(
    'packed/limit-option',
    { reason: messageOf(error), option: '--max-unpacked SIZE' },
    error.place,
  )
}

/** For a password-protected archive, says how to give its password. */
export function withPasswordHint(error: unknown, how: string): unknown {
  if (!asksForPassword(error)) return error
  return new FormatError('archive/password-option', { reason: messageOf(error), option: how }, error.place)
}
