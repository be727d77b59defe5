/**
 * Finding a format among those that are given. What reads some formats alone imports this and not detect.ts, whose functions
 * know all formats: a bundler keeps them all with it.
 */
import { isPacked, nameWithin } from '../bytes/packed/index.ts'
import { extension, stem, type FileSet, type Source } from '../bytes/source.ts'
import type { Format } from '../formats/format.ts'
import { FormatError } from '../issues/errors.ts'

/** Bytes shown to every format for detection. */
const HEAD_SIZE = 1 << 16

/**
 * The likelihood needed for a file found in a folder rather than named by the user: notes and tables look a little like
 * many things.
 */
export const SURE_ENOUGH = 0.5

/** A format and its likelihood, 0 to 1. */
export interface Detection {
  format: Format
  certainty: number
}

/** The formats among some that could read a source, most likely first. */
export function detectAllAmong(formats: readonly Format[], source: Source): Detection[] {
  const head = source.read(0, HEAD_SIZE)
  return formats
    .map((format) => ({ format, certainty: format.detect(head, source.name, source.size) }))
    .filter(({ certainty }) => certainty > 0)
    .sort((left, right) => right.certainty - left.certainty)
}

/** The most likely format among some, or undefined if none is at least that likely. */
export function detectAmong(formats: readonly Format[], source: Source, atLeast = 0): Format | undefined {
  const [surest] = detectAllAmong(formats, source)
  return surest && surest.certainty >= atLeast ? surest.format : undefined
}

/** Whether a packed file is the archive of a database of one of some formats, and not an archive of any files. */
export function isArchiveAmong(formats: readonly Format[], source: Source): boolean {
  return isPacked(source) && detectAmong(formats, source, SURE_ENOUGH)?.archive !== undefined
}

/** The format among some for a file name. */
export function formatForNameAmong(formats: readonly Format[], name: string): Format | undefined {
  const wanted = extension(nameWithin(name))
  return (
    formats.find((format) => format.write && format.extensions[0] === wanted) ??
    formats.find((format) => format.write && format.extensions.includes(wanted))
  )
}

/** The format among some to which a file belongs without being the file to open. */
export function formatOfPartAmong(formats: readonly Format[], name: string): Format | undefined {
  const wanted = extension(name)
  return formats.find((format) => format.parts?.includes(wanted))
}

/** The error for a file that no format among some opens, or that which was detected. */
export function unopenedAmong(formats: readonly Format[], files: FileSet, format: Format | undefined): FormatError {
  const { name } = files.main
  const place = { file: name }
  if (format?.isBook) return new FormatError('file/book', { format: format.id }, place)
  if (format) return new FormatError('file/only-recognised', { format: format.id }, place)
  const part = formatOfPartAmong(formats, name)
  if (!part) return new FormatError(files.main.size === 0 ? 'file/empty' : 'file/unknown-format', {}, place)
  const mains = part.extensions.map((extension) => files.find(stem(name) + extension))
  const main = mains.find((source) => source !== undefined)
  if (main) return new FormatError('file/part', { format: part.id, main: main.name }, place)
  const extensions = part.extensions.join(', ')
  return new FormatError('file/part-alone', { format: part.id, extensions }, place)
}
