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
  /** Corrections, additions and removals, up to {@link MOST_LISTED} of them. */
  list: GameChange[]
}

/** What happened to a game: what a removed one was, what any other is now. */
export interface GameChange extends GameFacts {
  change: 'facts-corrected' | 'moves-corrected' | 'added' | 'removed'
  /** Its first moves, as `f5d6c3`. */
  firstMoves: string
  /** The facts before they were corrected. */
  before?: GameFacts
}

/** A game in numbers: tournament and players by their numbers in the lists of names, scores as discs of Black. */
export interface GameFacts {
  tournament: number
  players: [number, number]
  score: number
  theoretical: number
}

/** Changes to names, identified by their numbers. */
export interface NameChanges {
  added: number
  removed: number
  /** Up to {@link MOST_LISTED} of them. */
  renamed: { number: number; before: string; after: string }[]
  /** How many names changed. */
  renamedCount: number
}

/** The maximum number of changes in a list. */
const MOST_LISTED = 100

/** Compares the games of two editions of a year. */
export function compareGames(before: RecordFile, after: RecordFile): GameChanges {
  // First the games that are equal in everything, then those with the same moves, then those of the same players.
  const same = pair(indexes(before), indexes(after), before, after, (file, index) => text(file.record(index)))
  const replayed = pair(same.left, same.right, before, after, (file, index) => text(movesOf(file, index)))
  const players = pair(replayed.left, replayed.right, before, after, (file, index) =>
    text(file.record(index).subarray(0, 6)),
  )
  const list: GameChange[] = [
    ...replayed.pairs.map(([old, now]) => ({
      ...describe('facts-corrected', after, now),
      before: factsOf(before, old),
    })),
    ...players.pairs.map(([, now]) => describe('moves-corrected', after, now)),
    ...players.right.map((index) => describe('added', after, index)),
    ...players.left.map((index) => describe('removed', before, index)),
  ]
  return {
    added: players.right.length,
    removed: players.left.length,
    factsCorrected: replayed.pairs.length,
    movesCorrected: players.pairs.length,
    unchanged: same.pairs.length,
    list: list.slice(0, MOST_LISTED),
  }
}

/** Compares two editions of the names. */
export function compareNames(before: NameTable, after: NameTable): NameChanges {
  const renamed: NameChanges['renamed'] = []
  for (let number = 0; number < Math.min(before.count, after.count); number++) {
    const names = { number, before: before.name(number)!, after: after.name(number)! }
    if (names.before !== names.after) renamed.push(names)
  }
  return {
    added: Math.max(0, after.count - before.count),
    removed: Math.max(0, before.count - after.count),
    renamed: renamed.slice(0, MOST_LISTED),
    renamedCount: renamed.length,
  }
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

function describe(change: GameChange['change'], file: RecordFile, index: number): GameChange {
  const { side } = file.layout
  const first = movesOf(file, index).subarray(0, 6)
  const squares = Array.from(first, (byte) => squareOfByte(byte, side)).filter((square) => square >= 0)
  const firstMoves = squares.map((square) => formatOthelloSquare({ columns: side }, square)).join('')
  return { change, firstMoves, ...factsOf(file, index) }
}

function factsOf(file: RecordFile, index: number): GameFacts {
  const record = file.record(index)
  const number = (offset: number) => record[offset]! | (record[offset + 1]! << 8)
  return { tournament: number(0), players: [number(2), number(4)], score: record[6]!, theoretical: record[7]! }
}
