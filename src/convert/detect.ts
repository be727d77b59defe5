/** Finds the format of a file by its bytes and its name, among all formats or those that are given. */
import type { FileSet, Source } from '../bytes/source.ts'
import { FORMATS } from '../formats/all.ts'
import type { Format } from '../formats/format.ts'
import type { FormatError } from '../issues/errors.ts'
import {
  detectAllAmong,
  detectAmong,
  formatForNameAmong,
  formatOfPartAmong,
  isArchiveAmong,
  unopenedAmong,
  type Detection,
} from './among.ts'

export { SURE_ENOUGH, type Detection } from './among.ts'

/** The formats that could read a source, most likely first; empty if unknown. */
export function detectFormats(source: Source, formats: readonly Format[] = FORMATS): Detection[] {
  return detectAllAmong(formats, source)
}

/** The most likely format of a source, or undefined if none is at least that likely. */
export function detectFormat(source: Source, formats: readonly Format[] = FORMATS, atLeast = 0): Format | undefined {
  return detectAmong(formats, source, atLeast)
}

/**
 * Whether a packed file is the archive of a database, which its format opens, and not an archive of any files. A zip
 * archive of database files that is not named so is one of any files.
 */
export function isDatabaseArchive(source: Source, formats: readonly Format[] = FORMATS): boolean {
  return isArchiveAmong(formats, source)
}

/** The format for a file name: by its extension before that of a compression, among formats that can be written. */
export function formatForName(name: string, formats: readonly Format[] = FORMATS): Format | undefined {
  return formatForNameAmong(formats, name)
}

/** A format to which a file belongs without being the file to open: `.cbg` beside a `.cbh`. */
export function formatOfPart(name: string, formats: readonly Format[] = FORMATS): Format | undefined {
  return formatOfPartAmong(formats, name)
}

/**
 * The error for a file that cannot be opened, which says what it is, as far as known. @param format the detected
 * format, if any
 */
export function unopenedError(files: FileSet, format: Format | undefined): FormatError {
  return unopenedAmong(FORMATS, files, format)
}
