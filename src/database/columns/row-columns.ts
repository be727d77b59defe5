/** Gathers the columns of games (layout.ts) from their rows, as these go into the catalogue. */
import { release, resized } from '../../bytes/resize.ts'
import type { Game } from '../../model/record.ts'
import { GAME_COLUMNS } from '../schema/game-columns.ts'
import { COLUMN_STARTS, INLINE_BYTES, MARK_BYTES, MARKS_START, type RowChunk } from '../schema/row-chunk.ts'
import { makeTextNumbers, type TextNumbers } from './columns-file.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS, type NumberColumn, type TextColumn, type TextList } from './layout.ts'
import { TextTable } from './text-table.ts'
import { Texts } from './texts.ts'
import type { ColumnsOfGames } from './write-columns.ts'

/** Games that there is room for at first. */
const FIRST_GAMES = 1 << 8

/** Words of the cell of a text. */
const CELL_WORDS = 4

/** The columns of games in the order in which their rows came: plain data, sent to the importer. */
export interface GatheredColumns {
  games: Uint32Array
  /** The kind of each game, as its place in `kindNames`, from 1. */
  kinds: TextNumbers
  kindNames: Game[]
  numbers: Map<NumberColumn, Uint16Array>
  lists: Map<TextList, { ends: Uint32Array; bytes: Uint8Array }>
  texts: Map<TextColumn, TextNumbers>
}

const placeOf = (name: string): number => GAME_COLUMNS.findIndex((column) => column.name === name)
const ID = placeOf('id')
const GAME = placeOf('game')

/** The columns of text with their places in a row, and the list of each. */
const TEXTS = TEXT_LISTS.flatMap((list) => TEXT_COLUMNS[list].map((name) => ({ list, name, place: placeOf(name) })))

export class RowColumns {
  private count = 0
  private games = new Uint32Array(FIRST_GAMES)
  private readonly kinds = new TextColumnBuilder(GAME, new TextTable())
  private readonly numbers = new Map(NUMBER_NAMES.map((name) => [name, new Uint16Array(FIRST_GAMES)]))
  private readonly tables = new Map(TEXT_LISTS.map((list) => [list, new TextTable()]))
  private readonly texts = TEXTS.map(({ list, place }) => new TextColumnBuilder(place, this.tables.get(list)!))

  /** Adds the rows of a chunk, before DuckDB gets it. */
  add(chunk: RowChunk): void {
    const { rows, cells } = chunk
    const end = this.count + rows
    if (end > this.games.length) this.makeRoom(end)
    const words = new Uint32Array(cells.buffer, cells.byteOffset, cells.byteLength >> 2)
    this.games.set(words.subarray(COLUMN_STARTS[ID]! >> 2, (COLUMN_STARTS[ID]! >> 2) + rows), this.count)
    for (const [name, column] of this.numbers) {
      const place = placeOf(name)
      const start = cells.byteOffset + COLUMN_STARTS[place]!
      const isShort = GAME_COLUMNS[place]!.kind === 'u16'
      const values = isShort ? new Uint16Array(cells.buffer, start, rows) : new Uint32Array(cells.buffer, start, rows)
      // A cell without a value is 0.
      for (let row = 0; row < rows; row++) column[this.count + row] = Math.min(0xffff, values[row]!)
    }
    this.kinds.add(chunk, words, this.count)
    for (const column of this.texts) column.add(chunk, words, this.count)
    this.count = end
  }

  private makeRoom(games: number): void {
    const room = Math.max(games, this.games.length * 2)
    this.games = resized(this.games, room)
    for (const [name, column] of this.numbers) this.numbers.set(name, resized(column, room))
  }

  /** Returns everything gathered; nothing can be added then. */
  finish(): GatheredColumns {
    const { count } = this
    const lists: GatheredColumns['lists'] = new Map()
    const places = new Map<TextList, Uint32Array>()
    for (const [list, table] of this.tables) {
      const sorted = table.finish()
      lists.set(list, { ends: sorted.texts.ends, bytes: sorted.texts.bytes })
      places.set(list, sorted.places)
    }
    const kinds = this.kinds.table.finish()
    return {
      games: resized(this.games, count),
      kinds: this.kinds.finish(count, kinds.places),
      kindNames: [...kinds.texts.list()] as Game[],
      numbers: new Map([...this.numbers].map(([name, numbers]) => [name, resized(numbers, count)])),
      lists,
      texts: new Map(
        TEXTS.map(({ list, name }, column) => [name, this.texts[column]!.finish(count, places.get(list)!)]),
      ),
    }
  }
}

/** A column of texts, as their numbers in a table. It takes as many bytes as the greatest number needs, and none without a text. */
class TextColumnBuilder {
  readonly table: TextTable
  private readonly start: number
  private readonly marks: number
  private numbers: TextNumbers = new Uint8Array(0)
  private greatest = 0xff

  /** @param place that of the column in a row */
  constructor(place: number, table: TextTable) {
    this.start = COLUMN_STARTS[place]!
    this.marks = MARKS_START + place * MARK_BYTES
    this.table = table
  }

  /** Adds the texts of a chunk. @param words its cells @param games how many games were added before */
  add({ rows, cells, texts }: RowChunk, words: Uint32Array, games: number): void {
    const { start, marks, table } = this
    let [last, before] = [0, -1]
    for (let row = 0; row < rows; row++) {
      const mark = cells[marks + (row >> 3)]!
      if (mark === 0) {
        // None of eight rows has a text.
        row |= 7
        continue
      }
      if ((mark & (1 << (row & 7))) === 0) continue
      const cell = (start >> 2) + row * CELL_WORDS
      const length = words[cell]!
      // Games of an event follow each other.
      if (before < 0 || length > INLINE_BYTES || !isSameCell(words, cell, before)) {
        const from = length <= INLINE_BYTES ? cell * 4 + 4 : words[cell + 2]!
        last = table.numberOf(length <= INLINE_BYTES ? cells : texts, from, from + length)
      }
      before = cell
      const game = games + row
      if (game >= this.numbers.length || last > this.greatest) this.makeRoom(games + rows, last)
      this.numbers[game] = last
    }
  }

  private makeRoom(games: number, number: number): void {
    const { length } = this.numbers
    const room = games <= length ? length : Math.max(games, length * 2)
    if (number <= this.greatest) {
      this.numbers = resized(this.numbers, room)
    } else {
      const wider = makeTextNumbers(room, number)
      wider.set(this.numbers)
      this.numbers = wider
      this.greatest = 2 ** (8 * wider.BYTES_PER_ELEMENT) - 1
    }
  }

  /** The numbers of so many games, each looked up in `places`. */
  finish(games: number, places: Uint32Array): TextNumbers {
    const { numbers } = this
    const finished = makeTextNumbers(games, places.length - 1)
    for (let game = Math.min(games, numbers.length) - 1; game >= 0; game--) finished[game] = places[numbers[game]!]!
    release(numbers)
    return finished
  }
}

function isSameCell(words: Uint32Array, one: number, other: number): boolean {
  for (let word = 0; word < CELL_WORDS; word++) if (words[one + word] !== words[other + word]) return false
  return true
}

/** The memory of gathered columns, to be handed over to another thread. */
export function buffersOfColumns({ games, kinds, numbers, lists, texts }: GatheredColumns): ArrayBuffer[] {
  const parts = [...lists.values()].flatMap(({ ends, bytes }) => [ends, bytes])
  return [games, kinds, ...numbers.values(), ...texts.values(), ...parts].map(({ buffer }) => buffer as ArrayBuffer)
}

/** The gathered columns of one kind of game, of which there may be none. */
export function columnsOfKind(columns: GatheredColumns, game: Game): ColumnsOfGames {
  const kind = columns.kindNames.indexOf(game) + 1
  const isWhole = kind === 1 && columns.kindNames.length === 1
  const rows = isWhole ? undefined : rowsOf(columns.kinds, kind)
  return {
    games: rows ? rows.map((row) => columns.games[row]!) : columns.games,
    rows,
    numbers: (name) => columns.numbers.get(name)!,
    texts: (list) => new Texts(columns.lists.get(list)!.ends, columns.lists.get(list)!.bytes),
    textNumbers: (name) => columns.texts.get(name)!,
  }
}

function rowsOf(kinds: TextNumbers, kind: number): Uint32Array {
  const rows = new Uint32Array(kinds.length)
  let count = 0
  for (let row = 0; row < kinds.length; row++) if (kinds[row] === kind) rows[count++] = row
  return rows.slice(0, count)
}
