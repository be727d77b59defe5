/** Says clearly why a database cannot be written. */
import { FormatError } from '../../model/issue.ts'

/** What the system and DuckDB say, and what it means. */
const TROUBLE: readonly [said: RegExp, message: string, expected: string][] = [
  [/ENOSPC|EDQUOT|no space left|disk quota/i, 'the disk is full', 'room for the games and their index'],
  [/EFBIG|file too large/i, 'a file may not grow as large as it must here', 'a disk and limits for large files'],
  [/EROFS|read-only file system/i, 'the disk can only be read', 'a database that can be written'],
  [/EACCES|EPERM|permission denied/i, 'you may not write here', 'a database that can be written'],
]

/** The disk is to blame. What was begun is not kept, so the database is as it was. */
export class WriteError extends FormatError {}

/**
 * Merges segments after a change that is made already. When the disk has no room for it they stay as they are for now,
 * which changes no answer.
 */
export async function tidyUp(merge: () => Promise<unknown>): Promise<void> {
  try {
    await merge()
  } catch (error) {
    if (!(error instanceof WriteError)) throw error
  }
}

/**
 * An error met while a database was written, as WriteError when the disk
 * is to blame; any other as it is.
 */
export function explainWriteError(error: unknown, folder: string): unknown {
  if (error instanceof FormatError || !(error instanceof Error)) return error
  const trouble = TROUBLE.find(([said]) => said.test(error.message))
  return trouble ? new WriteError(`${trouble[1]}; the database is as it was`, { file: folder }, trouble[2]) : error
}
