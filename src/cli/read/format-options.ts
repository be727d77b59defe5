/** A format and its options as they are typed. */
import { encodingName } from '../../bytes/text.ts'
import type { Format, FormatOption, ReadOptions } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { suggest } from '../show/suggest.ts'
import { CommandError, EXIT } from '../show/terminal.ts'
import type { ReadCommandOptions } from './read-options.ts'

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
