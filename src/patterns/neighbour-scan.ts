/**
 * Scans lines of stones for patterns that may lie anywhere. Every point has the code of itself and its eight
 * neighbours, 18 bits, which nine exclusive-ors an event keep up to date whatever the pattern. A pattern is covered by
 * windows of three by three; one look-up says in which orientations a code fits a window, and only then the whole
 * pattern is compared. The last change that completes a pattern is in one of its windows.
 */
import type { Game } from '../model/record.ts'
import { LINE_HEAD, PASS_VALUE, SET_UP_EVENT, STONE_SHIFT } from '../positions/main-line.ts'
import { Followers, type Region } from './follow.ts'
import { Hits } from './hits.ts'
import { EXCHANGED, orientedText, type OrientedPattern } from './orientation.ts'
import { anything, type Pattern } from './pattern.ts'
import { orientedPlaces, type OrientedPlaces } from './placed.ts'
import type { LineScan, ScanOptions } from './scan.ts'
import { isLast, readStart, SQUARE_MASK, usualStones } from './stone-line.ts'

/** Content of a cell off the board. */
const OFF = 3
/** Bit of what a cell may hold: off the board. */
const MAY_BE_OFF = 1 << OFF
const WINDOW = 3
/** Bit of all windows beyond the eighth. */
const LAST_BIT = 7
const CODES = 1 << (2 * WINDOW * WINDOW)

/** A window of an oriented pattern: column and row of its centre there, and what its nine cells may hold. */
interface Window {
  column: number
  row: number
  allowed: number[]
}

/** An orientation on a board of one size. */
interface Searched {
  places: OrientedPlaces
  windows: Window[]
  /** From the centre of each window to the top left cell of the pattern. */
  corners: Int32Array
}

/** A board of one size: cells row by row with a border all around. */
class Board {
  readonly columns: number
  readonly rows: number
  readonly stride: number
  readonly stones: Uint8Array
  readonly cells: Uint8Array
  readonly emptyCells: Uint8Array
  readonly codes: Uint32Array
  readonly emptyCodes: Uint32Array
  readonly usualCells: Uint8Array
  readonly usualCodes: Uint32Array
  /** For each window, which of the orientations a code fits there, a bit each. */
  readonly tables: Uint16Array[]
  /** The windows that a code fits in any orientation, a bit each: one small table decides for nearly all codes. */
  readonly fitting: Uint8Array
  readonly searched: Searched[]
  /** From a cell to the centres whose code it is part of, and where in their codes it stands. */
  readonly steps: Int32Array
  /** Number of the game in which an orientation was met at a cell. */
  readonly seen: Float64Array

  constructor(game: Game, pattern: Pattern, columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.stride = columns + 2
    const size = this.stride * (rows + 2)
    this.stones = usualStones(game, columns, rows)
    this.emptyCells = new Uint8Array(size).fill(OFF)
    this.usualCells = new Uint8Array(size).fill(OFF)
    for (let square = 0; square < columns * rows; square++) {
      this.emptyCells[this.cellOf(square)] = 0
      this.usualCells[this.cellOf(square)] = this.stones[square]!
    }
    this.cells = new Uint8Array(size)
    this.codes = new Uint32Array(size)
    const { stride } = this
    // The cell is at (dx, dy) from the centre when the centre is at (-dx, -dy) from the cell.
    this.steps = Int32Array.from({ length: WINDOW * WINDOW }, (_, index) => {
      return -((index % WINDOW) - 1) - (Math.floor(index / WINDOW) - 1) * stride
    })
    this.emptyCodes = this.codesOf(this.emptyCells)
    this.usualCodes = this.codesOf(this.usualCells)
    this.searched = searchedOn(pattern, columns, rows, stride)
    const windows = this.searched[0]?.windows.length ?? 0
    this.tables = Array.from({ length: windows }, (_, window) => {
      const table = new Uint16Array(CODES)
      for (const [index, one] of this.searched.entries()) mark(table, one.windows[window]!.allowed, 1 << index)
      return table
    })
    this.fitting = new Uint8Array(CODES)
    for (const [window, table] of this.tables.entries()) {
      const bit = 1 << Math.min(window, LAST_BIT)
      for (let code = 0; code < CODES; code++) if (table[code] !== 0) this.fitting[code]! |= bit
    }
    this.seen = new Float64Array(size * Math.max(1, this.searched.length))
  }

  cellOf(square: number): number {
    const column = square % this.columns
    return ((square - column) / this.columns + 1) * this.stride + column + 1
  }

  private codesOf(cells: Uint8Array): Uint32Array {
    const codes = new Uint32Array(cells.length)
    for (const [cell, value] of cells.entries()) {
      for (const [index, step] of this.steps.entries()) {
        const centre = cell + step
        if (centre >= 0 && centre < codes.length) codes[centre]! |= value << (2 * index)
      }
    }
    return codes
  }
}

/** The orientations of a pattern, equal ones once, each with the window by which it is found. */
function searchedOn(pattern: Pattern, columns: number, rows: number, stride: number): Searched[] {
  const different = new Map<string, OrientedPlaces>()
  for (const places of orientedPlaces(pattern, columns, rows)) {
    const { lefts, tops, oriented } = places
    const text = `${orientedText(oriented)} ${lefts.join()} ${tops.join()}`
    if (!different.has(text)) different.set(text, places)
  }
  return [...different.values()].map((places) => {
    const { oriented } = places
    const windows = windowsOf(oriented, pattern.game)
    return {
      places,
      windows,
      corners: Int32Array.from(windows, ({ column, row }) => -row * stride - column),
    }
  })
}

/** The windows that cover a pattern. */
function windowsOf({ columns, rows, cells }: OrientedPattern, game: Game): Window[] {
  const any = anything(game)
  const grid = new Uint8Array(columns * rows).fill(any)
  for (const { column, row, allowed } of cells) grid[row * columns + column] = allowed
  return centresOf(rows).flatMap((row) =>
    centresOf(columns).map((column) => ({
      column,
      row,
      allowed: Array.from({ length: WINDOW * WINDOW }, (_, index) => {
        const x = column + (index % WINDOW) - 1
        const y = row + Math.floor(index / WINDOW) - 1
        const isInside = x >= 0 && y >= 0 && x < columns && y < rows
        return isInside ? grid[y * columns + x]! : any | MAY_BE_OFF
      }),
    })),
  )
}

/** Centres of windows that cover a side of a pattern, inside of it as far as it is long enough. */
function centresOf(side: number): number[] {
  if (side < WINDOW) return [0]
  const count = Math.ceil(side / WINDOW)
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? 1 : Math.round(1 + (index * (side - WINDOW)) / (count - 1)),
  )
}

/** Sets a bit for all codes whose cells hold what they may. */
function mark(table: Uint16Array, allowed: readonly number[], bit: number): void {
  let codes = [0]
  for (const [index, bits] of allowed.entries()) {
    const values = [0, 1, 2, 3].filter((value) => (bits >> value) & 1)
    codes = codes.flatMap((code) => values.map((value) => code | (value << (2 * index))))
  }
  for (const code of codes) table[code]! |= bit
}

/** Finds every place of a pattern the first time that it stands there in a game. */
export class NeighbourScan implements LineScan {
  readonly hits: Hits
  private readonly pattern: Pattern
  private readonly isFirstOnly: boolean
  private readonly from: number
  private readonly by: number
  private readonly boards = new Map<number, Board>()
  private readonly followers: Followers
  /** Number of the line that is scanned, from 1: the mark of what was seen in it. */
  private serial = 0
  /** Cells that changed since the last move. */
  private readonly changed: number[] = []

  constructor(pattern: Pattern, { depth, isFirstOnly }: ScanOptions) {
    this.hits = new Hits(depth)
    this.followers = new Followers(this.hits)
    this.pattern = pattern
    this.isFirstOnly = isFirstOnly
    this.from = pattern.from ?? 0
    this.by = pattern.by ?? Infinity
  }

  scan(words: Uint16Array, from: number, to: number, number: number): void {
    const start = readStart(words, from, to)
    if (!start) return
    const board = this.boardOf(start.columns, start.rows)
    if (board.searched.length === 0) return
    const { handicap } = this.pattern
    const placed = Math.max(0, start.men)
    if (handicap && (placed < handicap.least || placed > handicap.most)) return
    this.serial++
    const isUsual = start.men < 0
    board.cells.set(isUsual ? board.usualCells : board.emptyCells)
    board.codes.set(isUsual ? board.usualCodes : board.emptyCodes)
    const men = from + LINE_HEAD + placed
    let at = from + LINE_HEAD
    for (; at < men; at++) this.change(board, words[at]! & SQUARE_MASK, (words[at]! >> STONE_SHIFT) & 3)
    this.changed.length = 0
    for (let square = 0; square < board.stones.length; square++) {
      const centre = board.cellOf(square)
      const bits = board.tables[0]![board.codes[centre]!]!
      if (bits !== 0) this.compareAll(board, 0, bits, centre, 0, number)
    }
    this.follow(board, words, at, to, number)
    this.followers.clear()
    this.changed.length = 0
  }

  /** The moves of a game. */
  private follow(board: Board, words: Uint16Array, from: number, to: number, number: number): void {
    const { followers, hits, changed } = this
    const { columns } = board
    const first = hits.count
    let ply = 0
    let isFirst = true
    for (let at = from; at < to; at++) {
      const event = words[at]!
      const square = event & SQUARE_MASK
      const value = (event >> STONE_SHIFT) & 3
      if (value !== PASS_VALUE) {
        if (isFirst && followers.waiting > 0 && (event & SET_UP_EVENT) === 0) {
          const column = square % columns
          followers.play(column, (square - column) / columns, value, ply + 1)
        }
        this.change(board, square, value)
      }
      isFirst = isLast(event)
      if (!isFirst) continue
      if ((event & SET_UP_EVENT) === 0) ply++
      if (changed.length > 0) this.lookAround(board, ply, number)
      if (followers.waiting > 0) continue
      if ((this.isFirstOnly && hits.count > first) || ply >= this.by) return
    }
  }

  private boardOf(columns: number, rows: number): Board {
    const key = columns | (rows << 8)
    let board = this.boards.get(key)
    if (!board) {
      board = new Board(this.pattern.game, this.pattern, columns, rows)
      this.boards.set(key, board)
    }
    return board
  }

  private change(board: Board, square: number, value: number): void {
    if (square >= board.stones.length) return
    const { cells, codes, steps } = board
    const cell = board.cellOf(square)
    const difference = cells[cell]! ^ value
    if (difference === 0) return
    cells[cell] = value
    for (let index = 0; index < 9; index++) codes[cell + steps[index]!]! ^= difference << (2 * index)
    this.changed.push(cell)
  }

  /** Looks at the codes of which the cells that changed are part. */
  private lookAround(board: Board, ply: number, number: number): void {
    const { changed } = this
    const { steps, codes, tables, fitting } = board
    for (let index = 0; index < changed.length; index++) {
      const cell = changed[index]!
      for (let step = 0; step < 9; step++) {
        const centre = cell + steps[step]!
        const code = codes[centre]!
        const fits = fitting[code]!
        if (fits === 0) continue
        for (let window = 0; window < tables.length; window++) {
          if (((fits >> (window < LAST_BIT ? window : LAST_BIT)) & 1) === 0) continue
          const bits = tables[window]![code]!
          if (bits !== 0) this.compareAll(board, window, bits, centre, ply, number)
        }
      }
    }
    changed.length = 0
  }

  /** Compares the orientations that a set of bits names. */
  private compareAll(board: Board, window: number, all: number, centre: number, ply: number, number: number): void {
    for (let index = 0, bits = all; bits !== 0; index++, bits >>= 1) {
      if (bits & 1) this.compare(board, index, centre + board.searched[index]!.corners[window]!, ply, number)
    }
  }

  /** Adds a hit when all windows fit what stands from a cell on, for the first time in the game. */
  private compare(board: Board, index: number, cell: number, ply: number, number: number): void {
    const { places, corners } = board.searched[index]!
    const { codes, tables, stride, seen } = board
    for (let window = 0; window < corners.length; window++) {
      if (((tables[window]![codes[cell - corners[window]!]!]! >> index) & 1) === 0) return
    }
    const left = (cell % stride) - 1
    const top = Math.floor(cell / stride) - 1
    if (left < places.lefts[0] || left > places.lefts[1] || top < places.tops[0] || top > places.tops[1]) return
    const mark = cell * board.searched.length + index
    if (seen[mark] === this.serial) return
    seen[mark] = this.serial
    if (ply < this.from || ply > this.by) return
    const { oriented } = places
    const row = this.hits.add(number, ply, oriented.orientation, top * board.columns + left)
    if (this.hits.depth === 0) return
    const { columns, rows, drawn, orientation } = oriented
    const region: Region = { left, top, columns, rows, drawn, isExchanged: (orientation & EXCHANGED) !== 0 }
    this.followers.add(row, region)
  }
}
