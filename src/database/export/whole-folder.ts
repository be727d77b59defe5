/** A folder of many files that appears with all of them, or not at all. */
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { FormatError } from '../../issues/errors.ts'
import { NewFolder } from '../../node/new-folder.ts'
import { explainWriteError } from '../catalogue/write-error.ts'

/**
 * Lets files be written below a path, and puts them in the place of a new or empty folder when all are there. Rejects with
 * FormatError if the folder is not empty, with WriteError if the disk is to blame.
 */
export async function writeWholeFolder<Report>(
  folder: string,
  write: (path: string) => Promise<Report>,
): Promise<Report> {
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new FormatError('database/not-empty', {}, { file: folder })
  }
  let change: NewFolder | undefined
  try {
    change = new NewFolder(target)
    const report = await write(change.path)
    change.commit()
    return report
  } catch (error) {
    change?.abort()
    throw explainWriteError(error, folder)
  }
}
