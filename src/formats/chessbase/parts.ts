/** The files of a database and how they are found: docs/formats/chessbase.md, Files. */
import { stem, type FileSet, type Source } from '../../bytes/source.ts'
import { CachedSource } from '../../bytes/cached-source.ts'
import { FormatError } from '../../issues/errors.ts'

/** The file to open. */
export const MAIN_EXTENSION = '.cbh'

/** Archives of all files, without and with a password. */
export const ARCHIVE_EXTENSION = '.cbv'
export const PASSWORD_EXTENSION = '.cbz'

/** Files without which a database is incomplete. */
export const REQUIRED_PARTS = ['.cbg', '.cba', '.cbp', '.cbt', '.cbc', '.cbs'] as const

/** Files that newer versions of ChessBase added. */
export const OPTIONAL_PARTS = ['.cbe', '.cbl', '.cbj', '.cbtt', '.cbm', '.flags'] as const

/**
 * Files that repeat the contents of others so that ChessBase searches faster. They are never needed and are out of date
 * once a database changes.
 */
export const SEARCH_INDEX_FILES = [
  '.cbb',
  '.cbgi',
  '.cib',
  '.cit',
  '.cib2',
  '.cit2',
  '.pgi',
  '.cko',
  '.cpo',
  '.ckn',
  '.cpn',
  '.ck1',
  '.ck2',
  '.ck3',
  '.cp1',
  '.cp2',
  '.cp3',
] as const

export const PARTS = [...REQUIRED_PARTS, ...OPTIONAL_PARTS, ...SEARCH_INDEX_FILES] as const

/** ChessBase's settings for a database; other programs have files of this name too. */
export const SETTINGS_EXTENSION = '.ini'

export type Part = (typeof PARTS)[number] | typeof SETTINGS_EXTENSION

/** Files read record by record in order: few large pages. */
const SEQUENTIAL: ReadonlySet<string> = new Set(['.cbh', '.cbg', '.cba', '.cbj'])

/** The files of one database. */
export interface DatabaseFiles {
  /** Name of the database, without folder and extension. */
  readonly name: string
  readonly headers: Source
  /** A part by its extension, ignoring case; undefined if it is missing. */
  part(extension: Part): Source | undefined
}

/** Finds the files of a database from any one of them. Throws FormatError without a `.cbh`. */
export function findDatabase(files: FileSet): DatabaseFiles {
  const name = stem(files.main.name)
  const headers = files.main.name.toLowerCase().endsWith(MAIN_EXTENSION)
    ? files.main
    : files.find(name + MAIN_EXTENSION)
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
