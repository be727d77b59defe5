/** Opens databases and archives of databases. */
import { extension, type FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { PASSWORD_OPTION, type Collection, type ReadOptions } from '../format.ts'
import { isArchive } from './archive/table.ts'
import { makeCollection } from './collection.ts'
import { ChessBaseDatabase } from './database.ts'
import { settledFiles } from '../parts.ts'
import { chessbase } from './format.ts'
import { ARCHIVE_EXTENSION, findDatabase, PASSWORD_EXTENSION } from './parts.ts'

/** Bytes needed to recognise an archive. */
const HEAD_SIZE = 8

/**
 * Opens a database from any of its files, or the first one in an archive. Rejects with FormatError if there is none or
 * the password is wrong, and with TypeError for an unknown encoding.
 */
export async function openChessBase(files: FileSet, options: ReadOptions = {}): Promise<Collection> {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`the encoding ${options.encoding} is not known`)
  }
  const wanted = extension(files.main.name)
  const isPacked = wanted === ARCHIVE_EXTENSION || wanted === PASSWORD_EXTENSION
  if (!isPacked && !isArchive(files.main.read(0, HEAD_SIZE))) {
    const before = settledFiles(chessbase, files)
    const database = new ChessBaseDatabase(findDatabase(before.files), encoding)
    database.issues.push(...before.issues)
    return makeCollection(database)
  }
  const { ArchiveFileSet, listArchive } = await import('./archive/archive.ts')
  const members = new ArchiveFileSet(listArchive(files.main, options.settings?.[PASSWORD_OPTION]), files.main.name)
  const database = new ChessBaseDatabase(findDatabase(members), encoding)
  database.issues.push(...members.issues)
  return makeCollection(database)
}
