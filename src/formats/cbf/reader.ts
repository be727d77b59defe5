/** Opens databases of ChessBase for DOS. */
import type { FileSet } from '../../bytes/source.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { settledFiles } from '../parts.ts'
import { makeCollection } from './collection.ts'
import { CbfDatabase } from './database.ts'
import { cbf } from './format.ts'
import { voteOnDatabase } from './vote.ts'

/**
 * Opens a database from either of its files. Throws FormatError when one is missing or the index cannot be one, and
 * TypeError for a reading or an encoding that does not exist.
 */
export function openCbf(files: FileSet, { encoding, settings }: ReadOptions = {}): Collection {
  const before = settledFiles(cbf, files)
  const database = new CbfDatabase(before.files)
  database.issues.push(...before.issues)
  return makeCollection(database, voteOnDatabase(database, settings, encoding))
}
