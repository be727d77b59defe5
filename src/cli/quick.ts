/**
 * Which commands need no second thread, which costs 0.05 seconds and 20 MB. Most of them write no files, so there is
 * nothing to clean up after them, and the system may end them at any point; small conversions let signals through between
 * two games.
 */
import { readdirSync, statSync, type Stats } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { commandIn } from './command-table.ts'

/** Commands that only read files, and whose work is that of their inputs. */
const READERS: ReadonlySet<string> = new Set(['info', 'show', 'tables', 'validate'])

/** Commands that only read a database. */
const LOOK_UPS: ReadonlySet<string> = new Set(['event', 'events', 'explore', 'player', 'players', 'search', 'stats'])

/** Options that read more than the words show, or that wait. */
const SLOW_OPTIONS = /^--(files-from|play)\b/

/** Bytes that are read before optimised code has paid for its making, and those that are read before there is any. */
const SMALL = 1 << 23
const TINY = 1 << 15

/** Bytes that are converted in about a second, and those into files of {@link SOON_WRITTEN} names. */
const SMALL_CONVERSION = 1 << 22
const SMALL_TRANSCRIPTION = 1 << 24

/** Readers pass the texts of moves on. */
const SOON_WRITTEN = /\.pgn$/i

/** Options of a conversion that read more than the words show. */
const LARGE_OPTIONS = /^--(files-from|append)\b/

/** Compressed files may unpack to a thousand times their size. */
const COMPRESSED = /\.(gz|zst|bz2|xz|zip|tar|tgz|tbz2?|txz|tzst)$/i

/** Files of which a byte takes as long as several: those of WTHOR have little but moves, archives of ChessBase are packed. */
const HEAVY = [
  { name: /\.wtb$/i, weight: 4 },
  { name: /\.2?cb[vz]$/i, weight: 8 },
]

/**
 * Whether a command line asks for what takes no time: help, lists of what there is, facts about small files.
 * @param most bytes that are small
 */
export function isOverInAMoment(words: readonly string[], most = SMALL): boolean {
  const command = commandIn(words)
  if (command === undefined || words.includes('--help') || words.includes('-h')) return true
  if (command === 'formats' || command === 'completion' || words[0] === 'help') return true
  if (!READERS.has(command) || words.some((word) => SLOW_OPTIONS.test(word))) return false
  const names = words.filter((word) => word !== command && !word.startsWith('-'))
  if (names.length === 0 || words.includes('-')) return false
  return names.reduce((sum, name) => sum + sizeOf(name, most), 0) <= most
}

/**
 * Whether a command line converts little, into a file: standard output may have a reader that waits, and a thread that
 * waits with it receives no signals, nor one that waits for another program to finish writing. On Windows a file that is open cannot be removed, which it stays until a thread ends.
 */
export function isSmallConversion(words: readonly string[]): boolean {
  if (process.platform === 'win32' || commandIn(words) !== 'convert') return false
  if (words.includes('-') || words.some((word) => LARGE_OPTIONS.test(word))) return false
  const option = words.findIndex((word) => word === '-o' || word === '--output')
  const output = words[option + 1]
  if (option < 0 || output === undefined || !mayBeFile(output) || hasWriter(dirname(output))) return false
  const command = words.indexOf('convert')
  const inputs = words.filter((word, index) => index !== command && index !== option + 1 && !word.startsWith('-'))
  const most = SOON_WRITTEN.test(output) ? SMALL_TRANSCRIPTION : SMALL_CONVERSION
  return inputs.reduce((sum, name) => sum + sizeOf(name, most), 0) <= most
}

/** Whether a command line looks something up in a database: soon, but not in a moment, and it writes nothing. */
export function isLookUp(words: readonly string[]): boolean {
  return LOOK_UPS.has(commandIn(words) ?? '')
}

/**
 * Has V8 neither optimise code nor let the space of young objects grow, before the program is loaded. What is over in a
 * moment is over before that pays: facts about 500 kB take half as much processor time without, and two thirds of the
 * memory, those about 8 MB two thirds. Of tiny files it leaves out its quick optimising compiler too, which takes a tenth and 5 MB.
 */
export function runLightly(words: readonly string[]): void {
  const flags = ['--no-opt', '--semi-space-growth-factor=1']
  if (isOverInAMoment(words, TINY)) flags.push('--no-maglev')
  for (const flag of flags) setFlagsFromString(flag)
}

/**
 * Has V8 leave its last optimising compiler out, before the program is loaded: what that makes of a small conversion comes
 * too late. Without it one takes as long, and a tenth to a fifth less processor time.
 */
export function compileSimply(): void {
  setFlagsFromString('--no-turbofan')
}

/**
 * Has V8 put less of the functions that it optimises into each other, and optimise fewer, before threads start. Compiling
 * them takes a quarter of the processor time of an import of 50,000 games; of this the first saves a third, and the second a
 * twentieth of conversions. What comes out is as fast.
 */
export function compileBriefly(): void {
  for (const flag of ['--max-inlined-bytecode-size-cumulative=300', '--invocation-count-for-turbofan=10000'])
    setFlagsFromString(flag)
}

/** The bytes that a word stands for, by their weight: none if it is the value of an option or a mistake, any number if it may be. */
function sizeOf(name: string, most: number): number {
  const file = entryOf(name)
  if (file === 'unknown') return Infinity
  if (!file) return /[*?[{]/.test(name) ? Infinity : 0
  if (!file.isFile() || COMPRESSED.test(name) || file.size > most) return Infinity
  const { weight } = HEAVY.find((heavy) => heavy.name.test(name)) ?? { weight: 1 }
  return weight * (file.size + sizeBeside(name))
}

/** Whether what is at a path is a file, or nothing yet. */
function mayBeFile(path: string): boolean {
  const entry = entryOf(path)
  return entry === undefined || (entry !== 'unknown' && entry.isFile())
}

/** Whether another program may be writing in a folder, which a lock of it shows. */
function hasWriter(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.ludograph-lock'))
  } catch {
    // There is no such folder yet, or it tells nothing.
    return false
  }
}

/** What is at a path; `unknown` for what the system does not tell of, such as a text that is too long for a name. */
function entryOf(path: string): Stats | 'unknown' | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return 'unknown'
  }
}

/** The bytes of the files beside one that are called like it: a database has most of its games in them. */
function sizeBeside(path: string): number {
  const own = parse(path)
  try {
    const others = readdirSync(own.dir || '.').filter((other) => parse(other).name === own.name && other !== own.base)
    const sizes = others.map((other) => statSync(join(own.dir, other), { throwIfNoEntry: false })?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    // A folder that cannot be listed may have anything in it.
    return Infinity
  }
}
