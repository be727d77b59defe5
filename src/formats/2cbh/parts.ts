/** The files of a database and how they are found: docs/formats/2cbh.md, Files. */
import { CachedSource } from '../../bytes/cached-source.ts'
import { stem, type FileSet, type Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import type { SETTINGS_EXTENSION } from '../chessbase/parts.ts'

/** The file to open. */
export const MAIN_EXTENSION = '.2cbh'

/** Archives of all files. */
export const ARCHIVE_EXTENSION = '.2cbv'

/** Files without which a database is not whole: moves and texts, annotations, entities. */
export const REQUIRED_PARTS = ['.2cbg', '.2cba', '.2lid'] as const

/** Files that repeat what the others say so that ChessBase finds things: the games of each entity, and entities in order. */
export const DERIVED_PARTS = ['.2lgd', '.2lcd'] as const

export const PARTS = [...REQUIRED_PARTS, ...DERIVED_PARTS] as const

export type Part = (typeof PARTS)[number] | typeof SETTINGS_EXTENSION

/** Files read record by record in order: few large pages. */
const SEQUENTIAL: ReadonlySet<string> = new Set([MAIN_EXTENSION, '.2cbg', '.2cba'])

/** The files of one database. */
export interface DatabaseFiles {
  /** Name of the database, without folder and extension. */
  readonly name: string
  readonly headers: Source
  /** A part by its extension, whatever the letter case of its name; undefined when it is missing. */
  part(extension: Part): Source | undefined
}

/** Finds the files of a database from any one of them. Throws FormatError without a `.2cbh`. */
export function findDatabase(files: FileSet): DatabaseFiles {
  const name = stem(files.main.name)
  const isPart = PARTS.some((part) => files.main.name.toLowerCase().endsWith(part))
  const headers = isPart ? files.find(name + MAIN_EXTENSION) : files.main
  if (!headers) {
    throw new FormatError('chessbase/only-part', { name: name + MAIN_EXTENSION }, { file: files.main.name })
  }
  return {
    name,
    headers: cached(headers, MAIN_EXTENSION),
    part(extension) {
      const source = files.find(name + extension)
      return source && cached(source, extension)
    },
  }
}

function cached(source: Source, extension: string): Source {
  return SEQUENTIAL.has(extension) ? new CachedSource(source, 1 << 18, 4) : new CachedSource(source, 1 << 14, 64)
}
