/** Opens databases and archives of databases. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { ArchiveFileSet } from '../chessbase/archive/archive.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { settledFiles } from '../parts.ts'
import { isArchive, listArchive } from './archive/archive.ts'
import { makeCollection } from './collection.ts'
import { Cbh2Database } from './database.ts'
import { twoCbh } from './format.ts'
import { findDatabase, MAIN_EXTENSION } from './parts.ts'

/**
 * Opens a database from any of its files, or the first one in an archive. Throws FormatError when there is none, and
 * TypeError for an encoding that nobody knows.
 */
export function openTwoCbh(files: FileSet, options: ReadOptions = {}): Collection {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`the encoding ${options.encoding} is not known`)
  }
  if (!isArchive(files.main)) {
    const before = settledFiles(twoCbh, files)
    const database = new Cbh2Database(findDatabase(before.files), encoding)
    database.issues.push(...before.issues)
    return makeCollection(database)
  }
  const members = new ArchiveFileSet(listArchive(files.main), files.main.name, MAIN_EXTENSION)
  const database = new Cbh2Database(findDatabase(members), encoding)
  database.issues.push(...members.issues)
  return makeCollection(database)
}
