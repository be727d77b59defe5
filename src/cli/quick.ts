/**
 * Which commands are over in a moment. They run in the main thread, which saves 0.05 seconds and 20 MB: nobody can
 * interrupt them in time, and since they write no files, the system may end them at any point.
 */
import { statSync } from 'node:fs'
import { commandIn } from './command-table.ts'

/** Commands that only read, and whose work is that of their inputs. */
const READERS: ReadonlySet<string> = new Set(['info', 'show'])

/** Options that read more than the words show, or that wait. */
const SLOW_OPTIONS = /^--(files-from|play)\b/

/** Bytes that are read in less than a tenth of a second. */
const SMALL = 1 << 18

/** Compressed files may unpack to a thousand times their size. */
const COMPRESSED = /\.(gz|zst|bz2|xz|zip|tar|tgz|tbz2?|txz|tzst|cbv|cbz|2cbv)$/i

/** Whether a command line asks for what takes no time: help, lists of what there is, facts about small files. */
export function isOverInAMoment(words: readonly string[]): boolean {
  const command = commandIn(words)
  if (command === undefined || words.includes('--help') || words.includes('-h')) return true
  if (command === 'formats' || command === 'completion' || words[0] === 'help') return true
  if (!READERS.has(command) || words.some((word) => SLOW_OPTIONS.test(word))) return false
  const names = words.filter((word) => word !== command && !word.startsWith('-'))
  if (names.length === 0 || words.includes('-')) return false
  return names.reduce((sum, name) => sum + sizeOf(name), 0) <= SMALL
}

/** The bytes that a word stands for: none if it is the value of an option or a mistake, any number if it may be. */
function sizeOf(name: string): number {
  const file = statSync(name, { throwIfNoEntry: false })
  if (!file) return /[*?[{]/.test(name) ? Infinity : 0
  return file.isFile() && !COMPRESSED.test(name) ? file.size : Infinity
}
