/** Distinguishes a file made by a change from one that somebody else put in its place. */
import type { Stats } from 'node:fs'
import type { Made } from '../bytes/journal.ts'
import { entryAt } from './disk.ts'

/** The identifying facts of a file that was made. */
export function madeOf(path: string): Made {
  const { size, mtimeMs } = entryAt(path)!
  return { size, modified: Math.floor(mtimeMs) }
}

/** File systems store times with a precision of at worst two seconds. */
const TIME_STEP = 2000

/**
 * Whether a file is still what the change of a journal made. It must also have the owner of the journal: a journal left
 * by another user in a shared folder, such as that for temporary files, is not valid for files below it.
 */
export function isMade(entry: Stats, made: Made, journal: Stats): boolean {
  const isSameTime = Math.abs(entry.mtimeMs - made.modified) <= TIME_STEP
  return entry.isFile() && entry.size === made.size && isSameTime && entry.uid === journal.uid
}
