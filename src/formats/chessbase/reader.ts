/** Opens databases and archives of databases. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { makeCollection } from './collection.ts'
import { Database } from './database.ts'
import { findDatabase } from './parts.ts'

/**
 * Opens a database from any of its files. Throws FormatError when its
 * list of games is none, and TypeError for an encoding that nobody knows.
 */
export function openChessBase(files: FileSet, options: ReadOptions = {}): Collection {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`the encoding ${options.encoding} is not known`)
  }
  return makeCollection(new Database(findDatabase(files), encoding))
}
