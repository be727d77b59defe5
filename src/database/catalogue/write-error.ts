/** Explains why a database cannot be written. */
import { FormatError } from '../../issues/errors.ts'

/** Messages of the system and DuckDB, and the error code for each. */
const TROUBLE: readonly [said: RegExp, code: DiskTrouble][] = [
  [/ENOSPC|EDQUOT|no space left|disk quota/i, 'database/disk-full'],
  [/EFBIG|file too large/i, 'database/file-limit'],
  [/EROFS|read-only file system/i, 'database/read-only-disk'],
  [/EIO|input\/output error|fsync failed/i, 'database/disk-broken'],
  [/EACCES|EPERM|permission denied/i, 'database/denied'],
]

/** The codes of errors caused by the disk. */
export type DiskTrouble =
  | 'database/disk-full'
  | 'database/file-limit'
  | 'database/read-only-disk'
  | 'database/disk-broken'
  | 'database/denied'

/** A change failed because of the disk. It was undone completely: the database is as it was. */
export class WriteError extends FormatError<DiskTrouble> {}

/**
 * Merges segments after a change that is already made. If the disk has no room for it they are not merged for now,
 * which makes no difference to results.
 */
export async function tidyUp(merge: () => Promise<unknown>): Promise<void> {
  try {
    await merge()
  } catch (error) {
    if (!(error instanceof WriteError)) throw error
  }
}

/**
 * Converts an error while writing a database to a WriteError if the disk is to blame; others are returned unchanged.
 */
export function explainWriteError(error: unknown, folder: string): unknown {
  if (error instanceof FormatError || !(error instanceof Error)) return error
  const trouble = TROUBLE.find(([said]) => said.test(error.message))
  return trouble ? new WriteError(trouble[1], {}, { file: folder }) : error
}
