/** The order of games by their columns, of all that are marked or only of a page. */
import { countBits, listBits } from '../../bytes/bits.ts'
import type { SortKey } from '../../query/sort-keys.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { TextNumbers } from '../columns/columns-file.ts'
import type { TextColumn, TextList } from '../columns/layout.ts'
import type { Marks } from './narrow.ts'

/** The order of the games returned, and which part of them; all by default. */
export interface SearchOptions {
  order?: SortKey
  descending?: boolean
  limit?: number
  offset?: number
}

/** What games are sorted by: a number for each row, 0 where it is unknown, and the greatest. */
interface Keys {
  keys: TextNumbers
  greatest: number
}

/** Columns of text in whose order games are sorted. */
const TEXT_KEYS = {
  date: ['date', 'date'],
  first: ['player', 'player1'],
  second: ['player', 'player2'],
  event: ['event', 'event'],
  result: ['result', 'result'],
} as const satisfies Partial<Record<SortKey, readonly [TextList, TextColumn]>>

type TextKey = keyof typeof TEXT_KEYS

/** The keys of the other orders but that of the games' numbers. */
const KEYS: Record<Exclude<SortKey, TextKey | 'id'>, (columns: LoadedColumns) => Keys> = {
  rating: (columns) => {
    const [one, other] = [columns.numbersOf('rating1'), columns.numbersOf('rating2')]
    const keys = one.slice()
    for (let row = 0; row < keys.length; row++) keys[row] = Math.max(keys[row]!, other[row]!)
    return { keys, greatest: 0xffff }
  },
  opening: (columns) => {
    const { keys: own, greatest } = textKeys(columns, ['opening', 'opening'])
    const found = columns.column('opening', 'found_opening')
    const keys = found.slice()
    for (let row = 0; row < keys.length; row++) keys[row] = own[row]! || keys[row]!
    return { keys, greatest }
  },
  plies: (columns) => {
    const plies = columns.numbersOf('plies')
    const keys = new Uint32Array(plies.length)
    // No game has an unknown number of them.
    for (let row = 0; row < keys.length; row++) keys[row] = plies[row]! + 1
    return { keys, greatest: 0x10000 }
  },
}

function isTextKey(order: SortKey): order is TextKey {
  return order in TEXT_KEYS
}

function textKeys(columns: LoadedColumns, [list, name]: readonly [TextList, TextColumn]): Keys {
  return { keys: columns.column(list, name), greatest: columns.textsOf(list).count }
}

/** Bits of a digit by which rows are distributed. */
const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * The rows of the games marked, in order: those of unknown value last, equal ones by their numbers. Only a page of them
 * where the options ask for one: then the others are not sorted.
 */
export function rowsInOrder(columns: LoadedColumns, marks: Marks, options: SearchOptions): Uint32Array {
  const { order = 'id', descending = false, offset = 0, limit } = options
  const start = wholeNumber(offset)
  const end = limit === undefined ? Infinity : start + wholeNumber(limit)
  if (order === 'id') return rowsByNumber(marks, descending, start, end)
  const first = isTextKey(order) ? firstByText(columns, marks, TEXT_KEYS[order], descending, end) : undefined
  if (first) return first.slice(start)
  const rows = markedRows(marks)
  const { keys, greatest } = isTextKey(order) ? textKeys(columns, TEXT_KEYS[order]) : KEYS[order](columns)
  const least = placeRows(rows, keys, greatest, descending, end)
  return sortRows(least, greatest + 1).slice(start, Math.min(end, least.rows.length))
}

/** The first rows in the order of a column of text, if so many games are marked that they are soon found in it. */
function firstByText(
  columns: LoadedColumns,
  marks: Marks,
  [list, name]: readonly [TextList, TextColumn],
  descending: boolean,
  end: number,
): Uint32Array | undefined {
  const count = countBits(marks)
  // About so many rows come before the last of them; otherwise a pass over the games that are marked is shorter.
  if (count * count < end * columns.rows || count === 0) return undefined
  return columns.rowsByText(list, name)?.firstOf(marks, end, descending)
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`a whole number was expected, not ${value}`)
  return value
}

function rowsByNumber(marks: Marks, descending: boolean, start: number, end: number): Uint32Array {
  const rows = markedRows(marks)
  if (descending) rows.reverse()
  return rows.slice(start, Math.min(end, rows.length))
}

/** Memory for rows while they are sorted: kept, since a million take longer to get than to fill. */
let scratchRows = new Uint32Array(0)
let scratchPlaces = new Uint32Array(0)

/** The rows marked, in order; good until the next. */
function markedRows(marks: Marks): Uint32Array {
  if (scratchRows.length < marks.length * 32) {
    scratchRows = new Uint32Array(marks.length * 32)
    scratchPlaces = new Uint32Array(marks.length * 32)
  }
  return scratchRows.subarray(0, listBits(marks, scratchRows))
}

/** Rows, and where each stands in the order: from 1 up to the greatest key, and unknown ones after it. */
interface PlacedRows {
  rows: Uint32Array
  places: Uint32Array
}

/** The places of rows, without some of those that come after the first so many. */
function placeRows(
  all: Uint32Array,
  keys: TextNumbers,
  greatest: number,
  descending: boolean,
  wanted: number,
): PlacedRows {
  const last = greatest + 1
  const shift = Math.max(0, bitsOf(last) - DIGIT_BITS)
  const counts = new Uint32Array(DIGITS)
  const allPlaces = scratchPlaces.subarray(0, all.length)
  for (let index = 0; index < all.length; index++) {
    const key = keys[all[index]!]!
    const place = key === 0 ? last : descending ? last - key : key
    allPlaces[index] = place
    counts[place >>> shift]!++
  }
  if (wanted >= all.length) return { rows: all.slice(), places: allPlaces.slice() }
  let [digit, count] = [0, 0]
  while (count < wanted) count += counts[digit++]!
  const [rows, places] = [new Uint32Array(count), new Uint32Array(count)]
  const end = digit * 2 ** shift
  for (let index = 0, at = 0; at < count; index++) {
    rows[at] = all[index]!
    places[at] = allPlaces[index]!
    at += Number(allPlaces[index]! < end)
  }
  return { rows, places }
}

/** Sorts rows by their places, from the lowest digit to the highest: equal ones stay in order. */
function sortRows({ rows, places }: PlacedRows, last: number): Uint32Array {
  let from: PlacedRows = { rows, places }
  let to: PlacedRows = { rows: new Uint32Array(rows.length), places: new Uint32Array(rows.length) }
  for (let shift = 0; shift < bitsOf(last); shift += DIGIT_BITS) {
    distribute(from, to, shift)
    ;[from, to] = [to, from]
  }
  return from.rows
}

/** Orders rows by one digit of their places. */
function distribute(from: PlacedRows, to: PlacedRows, shift: number): void {
  const starts = new Uint32Array(DIGITS + 1)
  const { rows, places } = from
  for (let index = 0; index < rows.length; index++) starts[((places[index]! >>> shift) & (DIGITS - 1)) + 1]!++
  for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1]! += starts[digit]!
  for (let index = 0; index < rows.length; index++) {
    const at = starts[(places[index]! >>> shift) & (DIGITS - 1)]!++
    to.rows[at] = rows[index]!
    to.places[at] = places[index]!
  }
}

function bitsOf(number: number): number {
  return 32 - Math.clz32(number)
}
