/** What tells a file that a change made from one that somebody else put in its place. */
import type { Stats } from 'node:fs'
import type { Made } from '../bytes/journal.ts'
import { entryAt } from './disk.ts'

/** What a file that was made will be known by. */
export function madeOf(path: string): Made {
  const { size, mtimeMs } = entryAt(path)!
  return { size, modified: Math.floor(mtimeMs) }
}

/** File systems keep times to two seconds at the worst. */
const TIME_STEP = 2000

/**
 * Whether a file is still what the change of a journal made. It also has the owner of the journal: a journal that
 * another user leaves in a folder for all, such as that for temporary files, says nothing about files below it.
 */
export function isMade(entry: Stats, made: Made, journal: Stats): boolean {
  const isSameTime = Math.abs(entry.mtimeMs - made.modified) <= TIME_STEP
  return entry.isFile() && entry.size === made.size && isSameTime && entry.uid === journal.uid
}
