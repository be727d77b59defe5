/** Finds the format of a file by its bytes and its name. */
import { isPacked, nameWithin } from '../bytes/packed/index.ts'
import { extension, stem, type FileSet, type Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'
import { FORMATS } from '../formats/index.ts'
import type { Format } from '../formats/format.ts'

/** Bytes shown to every format for detection. */
const HEAD_SIZE = 1 << 16

/** A format and its likelihood, 0 to 1. */
export interface Detection {
  format: Format
  certainty: number
}

/** The formats that could read a source, most likely first; empty if unknown. */
export function detectFormats(source: Source, formats: readonly Format[] = FORMATS): Detection[] {
  const head = source.read(0, HEAD_SIZE)
  return formats
    .map((format) => ({ format, certainty: format.detect(head, source.name, source.size) }))
    .filter(({ certainty }) => certainty > 0)
    .sort((left, right) => right.certainty - left.certainty)
}

/**
 * The likelihood needed for a file found in a folder rather than named by the user: notes and tables look a little like
 * many things.
 */
export const SURE_ENOUGH = 0.5

/** The most likely format of a source, or undefined if none is at least that likely. */
export function detectFormat(source: Source, formats: readonly Format[] = FORMATS, atLeast = 0): Format | undefined {
  const [surest] = detectFormats(source, formats)
  return surest && surest.certainty >= atLeast ? surest.format : undefined
}

/**
 * Whether a packed file is the archive of a database, which its format opens, and not an archive of any files. A zip
 * archive of database files that is not named so is one of any files.
 */
export function isDatabaseArchive(source: Source, formats: readonly Format[] = FORMATS): boolean {
  return isPacked(source) && detectFormat(source, formats, SURE_ENOUGH)?.archive !== undefined
}

/** The format for a file name: by its extension before that of a compression, among formats that can be written. */
export function formatForName(name: string, formats: readonly Format[] = FORMATS): Format | undefined {
  const wanted = extension(nameWithin(name))
  return (
    formats.find((format) => format.write && format.extensions[0] === wanted) ??
    formats.find((format) => format.write && format.extensions.includes(wanted))
  )
}

/** A format to which a file belongs without being the file to open: `.cbg` beside a `.cbh`. */
export function formatOfPart(name: string, formats: readonly Format[] = FORMATS): Format | undefined {
  const wanted = extension(name)
  return formats.find((format) => format.parts?.includes(wanted))
}

/**
 * The error for a file that cannot be opened, which says what it is, as far as known. @param format the detected
 * format, if any
 */
export function unopenedError(files: FileSet, format: Format | undefined): FormatError {
  const { name } = files.main
  const place = { file: name }
  if (format?.isBook) return new FormatError('file/book', { format: format.id }, place)
  if (format) return new FormatError('file/only-recognised', { format: format.id }, place)
  const part = formatOfPart(name)
  if (!part) return new FormatError(files.main.size === 0 ? 'file/empty' : 'file/unknown-format', {}, place)
  const mains = part.extensions.map((extension) => files.find(stem(name) + extension))
  const main = mains.find((source) => source !== undefined)
  if (main) return new FormatError('file/part', { format: part.id, main: main.name }, place)
  const extensions = part.extensions.join(', ')
  return new FormatError('file/part-alone', { format: part.id, extensions }, place)
}
