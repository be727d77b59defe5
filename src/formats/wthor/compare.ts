/** What changed between two editions of a file. */
import { formatOthelloSquare } from '../../rules/othello/index.ts'
import type { RecordFile } from './file.ts'
import { GAME_HEADER_SIZE, squareOfByte } from './layout.ts'
import type { NameTable } from './names.ts'

/** Changes to the games of a year. Games are identified by their moves, since their order changes between editions. */
export interface GameChanges {
  added: number
  removed: number
  /** Games whose names or scores were corrected, and games whose moves were. */
  factsCorrected: number
  movesCorrected: number
  unchanged: number
  /** The counts in words. */
  summary: string
  /** A line for every correction, addition and removal, up to a limit. */
  lines: string[]
}

/** Changes to names, identified by their numbers. */
export interface NameChanges {
  added: number
  removed: number
  renamed: { number: number; before: string; after: string }[]
  summary: string
  lines: string[]
}

/** The maximum number of lines in a list of changes. */
const MAX_LINES = 100

/** Compares the games of two editions of a year. */
export function compareGames(before: RecordFile, after: RecordFile): GameChanges {
  const lines: string[] = []
  // First the identical games, then those with the same moves, then those with the same players.
  const same = pair(indexes(before), indexes(after), before, after, (file, index) => text(file.record(index)))
  const replayed = pair(same.left, same.right, before, after, (file, index) => text(movesOf(file, index)))
  for (const [old, now] of replayed.pairs) {
    lines.push(`corrected: ${describe(after, now)} (was ${facts(before, old)})`)
  }
  const players = pair(replayed.left, replayed.right, before, after, (file, index) =>
    text(file.record(index).subarray(0, 6)),
  )
  for (const [, now] of players.pairs) lines.push(`moves corrected: ${describe(after, now)}`)
  for (const index of players.right) lines.push(`added: ${describe(after, index)}`)
  for (const index of players.left) lines.push(`removed: ${describe(before, index)}`)
  const counts = {
    added: players.right.length,
    removed: players.left.length,
    factsCorrected: replayed.pairs.length,
    movesCorrected: players.pairs.length,
    unchanged: same.pairs.length,
  }
  const summary = inWords([
    [counts.added, 'added'],
    [counts.removed, 'removed'],
    [counts.factsCorrected, 'corrected'],
    [counts.movesCorrected, 'with other moves'],
    [counts.unchanged, 'unchanged'],
  ])
  return { ...counts, summary: `games: ${summary}`, lines: shorten(lines) }
}

/** Compares two editions of the names. */
export function compareNames(before: NameTable, after: NameTable): NameChanges {
  const renamed: NameChanges['renamed'] = []
  for (let number = 0; number < Math.min(before.count, after.count); number++) {
    const names = { number, before: before.name(number)!, after: after.name(number)! }
    if (names.before !== names.after) renamed.push(names)
  }
  const added = Math.max(0, after.count - before.count)
  const removed = Math.max(0, before.count - after.count)
  const summary = inWords([
    [added, 'added'],
    [removed, 'removed'],
    [renamed.length, 'renamed'],
  ])
  const lines = renamed.map(({ number, before, after }) => `${number}: ${before} is now ${after}`)
  return { added, removed, renamed, summary: `names: ${summary}`, lines: shorten(lines) }
}

/** Pairs records of two files with the same key one to one; returns the pairs and the rest. */
function pair(
  left: readonly number[],
  right: readonly number[],
  before: RecordFile,
  after: RecordFile,
  keyOf: (file: RecordFile, index: number) => string,
): { pairs: [number, number][]; left: number[]; right: number[] } {
  const waiting = new Map<string, number[]>()
  // From last to first, so that the first is at the end of its list.
  for (const index of right.toReversed()) {
    const key = keyOf(after, index)
    const list = waiting.get(key)
    if (list) list.push(index)
    else waiting.set(key, [index])
  }
  const pairs: [number, number][] = []
  const alone: number[] = []
  const paired = new Set<number>()
  for (const index of left) {
    const partner = waiting.get(keyOf(before, index))?.pop()
    if (partner === undefined) alone.push(index)
    else {
      pairs.push([index, partner])
      paired.add(partner)
    }
  }
  return { pairs, left: alone, right: right.filter((index) => !paired.has(index)) }
}

function indexes(file: RecordFile): number[] {
  return Array.from({ length: file.count }, (_, index) => index)
}

function movesOf(file: RecordFile, index: number): Uint8Array {
  return file.record(index).subarray(GAME_HEADER_SIZE)
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** A short description of a game: numbers of tournament and players, score, first moves. */
function describe(file: RecordFile, index: number): string {
  const { side } = file.layout
  const first = movesOf(file, index).subarray(0, 6)
  const squares = Array.from(first, (byte) => squareOfByte(byte, side)).filter((square) => square >= 0)
  const moves = squares.map((square) => formatOthelloSquare({ columns: side }, square)).join('')
  return `${moves}..., ${facts(file, index)}`
}

function facts(file: RecordFile, index: number): string {
  const record = file.record(index)
  const number = (offset: number) => record[offset]! | (record[offset + 1]! << 8)
  const [score, theoretical] = [record[6], record[7]]
  return `tournament ${number(0)}, players ${number(2)} and ${number(4)}, ${score} discs, ${theoretical} in theory`
}

function inWords(counts: readonly [number, string][]): string {
  const words = counts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
  return words.length > 0 ? words.join(', ') : 'none changed'
}

function shorten(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines]
  return [...lines.slice(0, MAX_LINES), `... and ${lines.length - MAX_LINES} more`]
}
