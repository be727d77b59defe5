/**
 * Sets of games as marks: a bit for every row of the columns (columns/loaded-columns.ts), set for a game of the set. What
 * narrows a set takes games out of it in one pass over a column.
 */
import {
  addBits,
  addRange,
  isBetween,
  keepCommon,
  narrowBits,
  removeBits,
  type Bits,
  type BitTest,
} from '../../bytes/bits.ts'
import type { Colour } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import type { TextKind } from '../../query/text.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { TextNumbers } from '../columns/columns-file.ts'
import type { NumberColumn, TextColumn, TextList } from '../columns/layout.ts'

/** Marks of games, by their rows. */
export type Marks = Bits

/** Takes the games that do not meet a condition out of a set. */
export type Narrow = (columns: LoadedColumns, marks: Marks) => void

/** The games that meet all of some conditions. */
export function marksOf(columns: LoadedColumns, narrows: readonly Narrow[]): Marks {
  const marks = columns.borrowMarks()
  marks.set(columns.present)
  for (const narrow of narrows) narrow(columns, marks)
  return marks
}

/** Keeps games by their numbers, which may be there more than once. */
export function keepGames(games: ArrayLike<number>): Narrow {
  return (columns, marks) => {
    const { first, rows } = columns
    const wanted = columns.borrowMarks().fill(0)
    for (let index = 0; index < games.length; index++) {
      const row = games[index]! - first
      if (row >= 0 && row < rows) wanted[row >>> 5]! |= 1 << row
    }
    keepCommon(marks, wanted)
    columns.returnMarks(wanted)
  }
}

/** Keeps the games with numbers from `start` up to `end` of some ranges. */
export function keepRanges(ranges: readonly { start: number; end: number }[]): Narrow {
  return (columns, marks) => {
    const { first, rows } = columns
    const wanted = columns.borrowMarks().fill(0)
    for (const { start, end } of ranges) addRange(wanted, Math.max(0, start - first), Math.min(rows, end - first))
    keepCommon(marks, wanted)
    columns.returnMarks(wanted)
  }
}

/** Keeps the games with a number from `least` to `most`. */
export function keepBetween(name: NumberColumn, least: number, most: number): Narrow {
  return (columns, marks) => narrowBits(marks, columns.rows, isBetween(columns.numbersOf(name), least, most))
}

/** Keeps the games of some kinds. */
export function keepKinds(isKept: (game: Game) => boolean): Narrow {
  return ({ byKind }, marks) => {
    for (const [game, games] of byKind) if (!isKept(game)) removeBits(marks, games)
  }
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
  return (columns) => {
    const texts = columns.textsOf(list)
    const flags = new Uint8Array(texts.count + 1)
    columns.joinedTexts(list, kind).eachMatch(wanted, (place) => {
      flags[place + 1] = 1
    })
    for (const other of others) {
      const number = texts.numberOf(other)
      if (number > 0) flags[number] = 1
    }
    return flags
  }
}

/** Lists of fewer texts seldom have few games for one. */
const MANY_TEXTS = 256
/** If fewer than one game in so many has a flagged text, its games are looked up instead of a pass over the column. */
const FEW_GAMES = 16

/** Keeps the games with a flagged text in a column of a list, or in one of two. */
export function keepTexts(
  list: TextList,
  names: readonly [TextColumn] | readonly [TextColumn, TextColumn],
  flagsOf: Flags,
): Narrow {
  return (columns, marks) => {
    const flags = flagsOf(columns)
    if (flags.length > MANY_TEXTS && keepFew(columns, marks, list, names, flags)) return
    const [first, second] = names.map((name) => columns.column(list, name))
    narrowBits(marks, columns.rows, second ? isEitherFlagged(first!, second, flags) : isFlagged(first!, flags))
  }
}

/** The same if they are few; false if not, or if that is not known yet. */
function keepFew(
  columns: LoadedColumns,
  marks: Marks,
  list: TextList,
  names: readonly TextColumn[],
  flags: Uint8Array,
): boolean {
  const wanted = columns.borrowMarks().fill(0)
  const isKnown = names
    .map((name) => columns.rowsByText(list, name))
    .every((rows) => {
      if (!rows || rows.count(flags) * FEW_GAMES > columns.rows) return false
      rows.add(flags, wanted)
      return true
    })
  if (isKnown) keepCommon(marks, wanted)
  columns.returnMarks(wanted)
  return isKnown
}

/** Keeps games that meet all of some conditions from the point of view of one of their two players. */
export function keepSides(conditionsOf: (colour: Colour) => readonly Narrow[]): Narrow {
  const sides = [conditionsOf(1), conditionsOf(2)] as const
  return (columns, marks) => {
    const second = columns.borrowMarks()
    second.set(marks)
    for (const narrow of sides[0]) narrow(columns, marks)
    for (const narrow of sides[1]) narrow(columns, second)
    addBits(marks, second)
    columns.returnMarks(second)
  }
}

// Passes make a word of bits without a branch, from its last row to its first.

function isFlagged(numbers: TextNumbers, flags: Uint8Array): BitTest {
  return {
    keep: (marks, words) => keepFlagged(marks, words, numbers, flags),
    one: (row) => flags[numbers[row]!]!,
  }
}

function keepFlagged(marks: Marks, words: number, numbers: TextNumbers, flags: Uint8Array): void {
  for (let at = 0; at < words; at++) {
    if (marks[at] === 0) continue
    let flagged = 0
    for (let row = at * 32 + 31; row >= at * 32; row--) flagged = (flagged << 1) | flags[numbers[row]!]!
    marks[at]! &= flagged
  }
}

function isEitherFlagged(numbers: TextNumbers, others: TextNumbers, flags: Uint8Array): BitTest {
  return {
    keep: (marks, words) => keepEither(marks, words, numbers, others, flags),
    one: (row) => flags[numbers[row]!]! | flags[others[row]!]!,
  }
}

function keepEither(marks: Marks, words: number, numbers: TextNumbers, others: TextNumbers, flags: Uint8Array): void {
  for (let at = 0; at < words; at++) {
    if (marks[at] === 0) continue
    let flagged = 0
    for (let row = at * 32 + 31; row >= at * 32; row--) {
      flagged = (flagged << 1) | flags[numbers[row]!]! | flags[others[row]!]!
    }
    marks[at]! &= flagged
  }
}
