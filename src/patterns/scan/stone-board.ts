/**
 * A pattern of stones prepared for boards of one size. A pattern comes to stand with the last change that makes it
 * complete, and that change is on one of its cells: so for every cell that can be the last there is a trigger, which
 * says where to compare. Few places have their triggers listed by square; for many places one look-up, by the cell that
 * changed and its eight neighbours, says in which orientations a trigger can fit at all.
 */
import type { Game } from '../../model/record.ts'
import type { Region } from './follow.ts'
import { contentText, EXCHANGED } from '../question/orientation.ts'
import { anything, type Pattern } from '../question/pattern.ts'
import { orientedPlaces } from '../question/placed.ts'
import { SQUARE_MASK } from '../../positions/main-line.ts'
import { usualStones } from './stone-line.ts'

/** Content of a cell off the board, and its bit in what a cell may hold. */
export const OFF = 3
const MAY_BE_OFF = 1 << OFF

/** Cells of a neighbourhood, and how many there are of all kinds. */
const NEIGHBOURHOOD = 9
const CODES = 1 << (2 * NEIGHBOURHOOD)

/** Codes of neighbourhoods that one trigger fits, at most; one that fits more is always tried. */
const MAX_MARKED = 1 << 12

/** Triggers that a stone on a point sets off on average, beyond which neighbourhoods are looked up. */
const MAX_LISTED = 2

/** An orientation of a pattern, and where its top left cell may lie. */
export interface Shape extends Region {
  orientation: number
  left: number
  right: number
  top: number
  bottom: number
  /** The cells at which its top left one may lie, a byte 1 for each. */
  places: Uint8Array
  /** Number that shapes with the same cells have in common: they are one where they lie at the same place. */
  kind: number
  /** Cells from the top left one, stones first, and what each may hold. */
  offsets: Int32Array
  allowed: Uint8Array
}

/** Where a pattern stands when a game begins. */
export interface StartHit {
  shape: number
  cell: number
}

/** A board of one size: cells row by row with a border all around. */
export class StoneBoard {
  readonly columns: number
  readonly rows: number
  readonly stride: number
  readonly size: number
  /** The cell of every square. */
  readonly cellOf: Uint16Array
  /** A byte 1 for every square at which the pattern may have a cell; squares that no board has are in it too. */
  readonly isNear = new Uint8Array(SQUARE_MASK + 1)
  readonly emptyCells: Uint8Array
  readonly usualCells: Uint8Array
  readonly shapes: Shape[]
  readonly kinds: number
  /** Where the pattern stands at the usual start. */
  readonly startHits: StartHit[]

  /** Triggers: the shape, and the way from the changed cell to the top left one. */
  readonly triggerShape: number[] = []
  readonly triggerCorner: number[] = []

  /** Few places: the triggers of a value on a cell are `listed[starts[value * size + cell]]` and so on. */
  readonly starts: Uint32Array | undefined
  readonly listed: Uint32Array = new Uint32Array(0)

  /** Many places: orientations that a neighbourhood fits, a bit each, and those that have to be tried always. */
  readonly fits: Uint16Array | undefined
  readonly always: number[] = [0, 0, 0]
  /** Triggers by shape and value: `shape * 3 + value`. */
  readonly byShape: Uint32Array[] = []

  constructor(pattern: Pattern, columns: number, rows: number) {
    const { game } = pattern
    this.columns = columns
    this.rows = rows
    this.stride = columns + 2
    this.size = this.stride * (rows + 2)
    this.cellOf = Uint16Array.from({ length: columns * rows }, (_, square) => {
      return (Math.floor(square / columns) + 1) * this.stride + (square % columns) + 1
    })
    this.emptyCells = new Uint8Array(this.size).fill(OFF)
    this.usualCells = new Uint8Array(this.size).fill(OFF)
    for (const [square, stone] of usualStones(game, columns, rows).entries()) {
      this.emptyCells[this.cellOf[square]!] = 0
      this.usualCells[this.cellOf[square]!] = stone
    }
    this.shapes = shapesOn(pattern, columns, rows, this.stride)
    this.kinds = this.shapes.reduce((count, { kind }) => Math.max(count, kind + 1), 0)
    const triggers = this.makeTriggers(game)
    const squares = columns * rows
    for (let square = 0; square < squares; square++) {
      const [column, row] = [square % columns, Math.floor(square / columns)]
      const isIn = ({ left, right, top, bottom, columns: wide, rows: high }: Shape) =>
        column >= left && column < right + wide && row >= top && row < bottom + high
      if (this.shapes.some(isIn)) this.isNear[square] = 1
    }
    const placed = triggers[1]!.reduce((sum, trigger) => sum + placeCount(this.shapes[this.triggerShape[trigger]!]!), 0)
    if (placed <= MAX_LISTED * squares) {
      const { starts, listed } = this.listTriggers(triggers)
      this.starts = starts
      this.listed = listed
    } else {
      this.fits = this.markTriggers(game, triggers)
    }
    this.startHits = [...this.standing(this.usualCells)]
  }

  /** Where the pattern stands. */
  *standing(cells: Uint8Array): Generator<StartHit> {
    for (const [shape, { left, right, top, bottom, offsets, allowed }] of this.shapes.entries()) {
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const cell = (row + 1) * this.stride + column + 1
          let at = 0
          while (at < offsets.length && (allowed[at]! >> cells[cell + offsets[at]!]!) & 1) at++
          if (at === offsets.length) yield { shape, cell }
        }
      }
    }
  }

  /** The code of a cell and its neighbours. */
  codeOf(cells: Uint8Array, cell: number): number {
    const { stride } = this
    const above = cell - stride
    const below = cell + stride
    return (
      cells[above - 1]! |
      (cells[above]! << 2) |
      (cells[above + 1]! << 4) |
      (cells[cell - 1]! << 6) |
      (cells[cell]! << 8) |
      (cells[cell + 1]! << 10) |
      (cells[below - 1]! << 12) |
      (cells[below]! << 14) |
      (cells[below + 1]! << 16)
    )
  }

  /** A trigger for every cell of every shape; those that a change to each value can set off. */
  private makeTriggers(game: Game): number[][] {
    const triggers: number[][] = [[], [], []]
    for (const [index, { offsets, allowed }] of this.shapes.entries()) {
      for (const [at, offset] of offsets.entries()) {
        const trigger = this.triggerShape.push(index) - 1
        this.triggerCorner.push(-offset)
        for (const [value, some] of triggers.entries()) {
          if (((allowed[at]! >> value) & 1) === 0) continue
          // A stone of Go is played on an empty point: a cell that may be empty was as it should be before.
          if (value === 0 || game !== 'go' || (allowed[at]! & 1) === 0) some.push(trigger)
        }
      }
    }
    return triggers
  }

  private listTriggers(triggers: readonly number[][]): { starts: Uint32Array; listed: Uint32Array } {
    const lists: number[][] = Array.from({ length: 3 * this.size }, () => [])
    for (const [value, some] of triggers.entries()) {
      for (const trigger of some) {
        const { left, right, top, bottom } = this.shapes[this.triggerShape[trigger]!]!
        for (let row = top; row <= bottom; row++) {
          for (let column = left; column <= right; column++) {
            const corner = (row + 1) * this.stride + column + 1
            lists[value * this.size + corner - this.triggerCorner[trigger]!]!.push(trigger)
          }
        }
      }
    }
    const starts = new Uint32Array(lists.length + 1)
    for (const [at, list] of lists.entries()) starts[at + 1] = starts[at]! + list.length
    return { starts, listed: Uint32Array.from(lists.flat()) }
  }

  private markTriggers(game: Game, triggers: readonly number[][]): Uint16Array {
    const fits = new Uint16Array(CODES)
    const any = anything(game) | MAY_BE_OFF
    for (const [shape, { offsets, allowed }] of this.shapes.entries()) {
      for (const [value, some] of triggers.entries()) {
        const own = some.filter((trigger) => this.triggerShape[trigger] === shape)
        this.byShape.push(Uint32Array.from(own))
        for (const trigger of own) {
          const around = new Array<number>(NEIGHBOURHOOD).fill(any)
          around[4] = 1 << value
          for (const [at, offset] of offsets.entries()) {
            const place = this.placeAround(offset + this.triggerCorner[trigger]!)
            if (place !== undefined && place !== 4) around[place] = allowed[at]!
          }
          if (!mark(fits, around, 1 << shape)) this.always[value]! |= 1 << shape
        }
      }
    }
    return fits
  }

  /** Which cell of a neighbourhood lies at an offset from its centre. */
  private placeAround(offset: number): number | undefined {
    const row = Math.round(offset / this.stride)
    const column = offset - row * this.stride
    return Math.abs(row) <= 1 && Math.abs(column) <= 1 ? (row + 1) * 3 + column + 1 : undefined
  }
}

function placeCount({ left, right, top, bottom }: Shape): number {
  return (right - left + 1) * (bottom - top + 1)
}

/** The orientations of a pattern on a board, equal ones once. */
function shapesOn(pattern: Pattern, columns: number, rows: number, stride: number): Shape[] {
  const shapes = new Map<string, Shape>()
  const kinds = new Map<string, number>()
  for (const { oriented, lefts, tops } of orientedPlaces(pattern, columns, rows)) {
    const content = contentText(oriented)
    const kind = kinds.get(content) ?? kinds.size
    kinds.set(content, kind)
    const text = `${content} ${lefts.join()} ${tops.join()}`
    if (shapes.has(text)) continue
    // Stones decide sooner than empty cells.
    const cells = oriented.cells.toSorted((one, other) => (one.allowed & 1) - (other.allowed & 1))
    shapes.set(text, {
      orientation: oriented.orientation,
      columns: oriented.columns,
      rows: oriented.rows,
      drawn: oriented.drawn,
      isExchanged: (oriented.orientation & EXCHANGED) !== 0,
      left: lefts[0],
      right: lefts[1],
      top: tops[0],
      bottom: tops[1],
      kind,
      places: placesOn(lefts, tops, columns, rows),
      offsets: Int32Array.from(cells, ({ column, row }) => row * stride + column),
      allowed: Uint8Array.from(cells, ({ allowed }) => allowed),
    })
  }
  return [...shapes.values()]
}

function placesOn(lefts: [number, number], tops: [number, number], columns: number, rows: number): Uint8Array {
  const places = new Uint8Array((columns + 2) * (rows + 2))
  for (let top = tops[0]; top <= tops[1]; top++) {
    const start = (top + 1) * (columns + 2) + 1
    places.fill(1, start + lefts[0], start + lefts[1] + 1)
  }
  return places
}

/** Sets a bit for all codes whose cells hold what they may; false when they are too many. */
function mark(fits: Uint16Array, around: readonly number[], bit: number): boolean {
  let codes = [0]
  for (const [index, bits] of around.entries()) {
    const values = [0, 1, 2, OFF].filter((value) => (bits >> value) & 1)
    if (codes.length * values.length > MAX_MARKED) return false
    codes = codes.flatMap((code) => values.map((value) => code | (value << (2 * index))))
  }
  for (const code of codes) fits[code]! |= bit
  return true
}
