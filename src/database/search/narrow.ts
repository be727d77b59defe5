/**
 * Sets of games as marks: a byte for every row of the columns (columns/loaded-columns.ts), 1 for a game of the set. What
 * narrows a set unmarks games in one pass over a column.
 */
import type { Colour } from '../../model/move.ts'
import { GAMES, type Game } from '../../model/record.ts'
import { foldFor, makeTextTest, type TextKind } from '../../query/text.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { TextNumbers } from '../columns/columns-file.ts'
import type { NumberColumn, TextColumn, TextList } from '../columns/layout.ts'

/** Marks of games, by their rows. */
export type Marks = Uint8Array

/** Unmarks the games that do not meet a condition. */
export type Narrow = (columns: LoadedColumns, marks: Marks) => void

/** The games that meet all of some conditions. */
export function marksOf(columns: LoadedColumns, narrows: readonly Narrow[]): Marks {
  const marks = columns.borrowMarks()
  marks.set(columns.present)
  for (const narrow of narrows) narrow(columns, marks)
  return marks
}

/** The number of games marked. */
export function countMarks(marks: Marks): number {
  const words = wordsOf(marks)
  let count = 0
  // The product has the sum of all four bytes in its highest.
  for (let at = 0; at < words.length; at++) count += Math.imul(words[at]!, 0x01010101) >>> 24
  for (let row = 4 * words.length; row < marks.length; row++) count += marks[row]!
  return count
}

/** The numbers of the games marked, in order. */
export function markedGames({ first }: LoadedColumns, marks: Marks): Uint32Array {
  const games = new Uint32Array(countMarks(marks))
  let count = 0
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) games[count++] = first + row
  return games
}

/** Keeps the games of another set. */
export function keepMarked(marks: Marks, others: Marks): void {
  const [words, otherWords] = [wordsOf(marks), wordsOf(others)]
  for (let at = 0; at < words.length; at++) words[at]! &= otherWords[at]!
  for (let row = 4 * words.length; row < marks.length; row++) marks[row]! &= others[row]!
}

/** Adds the games of another set. */
export function addMarked(marks: Marks, others: Marks): void {
  const [words, otherWords] = [wordsOf(marks), wordsOf(others)]
  for (let at = 0; at < words.length; at++) words[at]! |= otherWords[at]!
  for (let row = 4 * words.length; row < marks.length; row++) marks[row]! |= others[row]!
}

/** Marks four at a time; up to three at the end are left over. */
function wordsOf({ buffer, byteOffset, length }: Marks): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2)
}

/** Keeps games by their numbers, which may be there more than once. */
export function keepGames(games: ArrayLike<number>): Narrow {
  return (columns, marks) => {
    const { first } = columns
    const wanted = columns.borrowMarks().fill(0)
    for (let index = 0; index < games.length; index++) {
      const row = games[index]! - first
      if (row >= 0 && row < wanted.length) wanted[row] = 1
    }
    keepMarked(marks, wanted)
    columns.returnMarks(wanted)
  }
}

/** Keeps the games with numbers from `start` up to `end` of some ranges. */
export function keepRanges(ranges: readonly { start: number; end: number }[]): Narrow {
  return ({ first }, marks) => {
    const wanted = new Uint8Array(marks.length)
    for (const { start, end } of ranges) wanted.fill(1, Math.max(0, start - first), Math.max(0, end - first))
    keepMarked(marks, wanted)
  }
}

/** Keeps the games with a number from `least` to `most`. */
export function keepBetween(name: NumberColumn, least: number, most: number): Narrow {
  return (columns, marks) => {
    const numbers = columns.numbersOf(name)
    for (let row = 0; row < marks.length; row++) {
      marks[row]! &= Number(numbers[row]! >= least) & Number(numbers[row]! <= most)
    }
  }
}

/** Keeps the games of some kinds. */
export function keepKinds(isKept: (game: Game) => boolean): Narrow {
  const flags = Uint8Array.from([0, ...GAMES.map((game) => Number(isKept(game)))])
  return ({ kinds }, marks) => keepFlagged(marks, kinds, flags)
}

/** Which texts of a list meet a condition: a byte for each number, 0 being that of an unknown text. */
export type Flags = (columns: LoadedColumns) => Uint8Array

/** Flags texts that pass a test. */
export function flagTexts(list: TextList, passes: (text: string) => boolean, isUnknownFlagged = false): Flags {
  return (columns) => {
    const texts = columns.textsOf(list).list()
    const flags = new Uint8Array(texts.length + 1)
    flags[0] = Number(isUnknownFlagged)
    for (let index = 0; index < texts.length; index++) flags[index + 1] = Number(passes(texts[index]!))
    return flags
  }
}

/** Flags texts that match what was typed, and these. */
export function flagMatches(list: TextList, kind: TextKind, wanted: string, others: readonly string[] = []): Flags {
  const matches = makeTextTest(kind, wanted)
  return (columns) => {
    const folded = columns.foldedTexts(list, kind, (text) => foldFor(kind, text))
    const flags = new Uint8Array(folded.length + 1)
    for (let index = 0; index < folded.length; index++) flags[index + 1] = Number(matches(folded[index]!))
    const texts = columns.textsOf(list)
    for (const other of others) {
      const number = texts.numberOf(other)
      if (number > 0) flags[number] = 1
    }
    return flags
  }
}

/** Keeps the games with a flagged text in a column of a list, or in one of two. */
export function keepTexts(
  list: TextList,
  names: readonly [TextColumn] | readonly [TextColumn, TextColumn],
  flagsOf: Flags,
): Narrow {
  return (columns, marks) => {
    const flags = flagsOf(columns)
    const [first, second] = names.map((name) => columns.column(list, name))
    if (second) keepEither(marks, first!, second, flags)
    else keepFlagged(marks, first!, flags)
  }
}

/** Keeps games that meet all of some conditions from the point of view of one of their two players. */
export function keepSides(conditionsOf: (colour: Colour) => readonly Narrow[]): Narrow {
  const sides = [conditionsOf(1), conditionsOf(2)] as const
  return (columns, marks) => {
    const second = columns.borrowMarks()
    second.set(marks)
    for (const narrow of sides[0]) narrow(columns, marks)
    for (const narrow of sides[1]) narrow(columns, second)
    addMarked(marks, second)
    columns.returnMarks(second)
  }
}

function keepFlagged(marks: Marks, numbers: TextNumbers, flags: Uint8Array): void {
  for (let row = 0; row < marks.length; row++) marks[row]! &= flags[numbers[row]!]!
}

function keepEither(marks: Marks, one: TextNumbers, other: TextNumbers, flags: Uint8Array): void {
  for (let row = 0; row < marks.length; row++) marks[row]! &= flags[one[row]!]! | flags[other[row]!]!
}
