/**
 * What all Go boards of one size share: the padded board, the conversion between squares and its cells, and the random
 * numbers of the position keys.
 *
 * Cells are numbered row by row with a border of one cell above, below and
 * between the rows, so that the four neighbours of any point are cells:
 * `cell = (row + 1) * stride + column + 1` with `stride = columns + 1`.
 */
import { MAX_BOARD_SIDE, MAX_SQUARES } from '../../model/move.ts'
import { PositionError } from '../../issues/errors.ts'
import { symmetryCount, transformSquare } from '../symmetry.ts'
import { randomPairs } from '../zobrist.ts'

/** Content of a cell. Black is 1 and white 2, as everywhere. */
export const EMPTY = 0
export const BORDER = 3

export interface Geometry {
  readonly columns: number
  readonly rows: number
  readonly points: number
  readonly stride: number
  /** An empty board with its border. */
  readonly board: Uint8Array
  /** Cell of a square. */
  readonly cellOf: Uint16Array
  /** Square of a cell; 0 for the border. */
  readonly squareOf: Uint16Array
  /** How many symmetries the board has. */
  readonly symmetries: number
  /** Random numbers of a square: for each symmetry high and low half of the number of its image. */
  readonly stoneKeys: Uint32Array
  /** Halves of the random number of this size. */
  readonly sizeKey: readonly [number, number]
  /** Scratch space for examining a block, shared by all positions since only one block is examined at a time. */
  readonly scratch: Scratch
}

/** The cells of the last block examined, and the number of the examination in which each cell was last seen. */
export interface Scratch {
  readonly block: Uint16Array
  readonly seen: Uint32Array
  look: number
}

/**
 * The random numbers of Go keys: one for each square, one for each number of
 * columns and of rows, and one for white to move. Part of the position index
 * format, as {@link randomPairs} says.
 */
const KEY_SEED = 0x476f0001
const COLUMN_KEYS = MAX_SQUARES
const ROW_KEYS = COLUMN_KEYS + MAX_BOARD_SIDE + 1
const TURN_KEY = ROW_KEYS + MAX_BOARD_SIDE + 1

let randomNumbers: Uint32Array | undefined

function keyNumbers(): Uint32Array {
  randomNumbers ??= randomPairs(TURN_KEY + 1, KEY_SEED)
  return randomNumbers
}

/** Halves of the number that enters the key when white is to move. */
export function turnKey(): readonly [number, number] {
  const numbers = keyNumbers()
  return [numbers[TURN_KEY * 2]!, numbers[TURN_KEY * 2 + 1]!]
}

const geometries = new Map<number, Geometry>()

/** The geometry of a size, made once. Throws PositionError for a size that no record may have. */
export function geometryOf(columns: number, rows: number): Geometry {
  const code = columns * 256 + rows
  let geometry = geometries.get(code)
  if (!geometry || geometry.columns !== columns) {
    checkSize(columns, rows)
    geometry = makeGeometry(columns, rows)
    geometries.set(code, geometry)
  }
  return geometry
}

function checkSize(columns: number, rows: number): void {
  const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= MAX_BOARD_SIDE
  if (!isSide(columns) || !isSide(rows) || columns * rows > MAX_SQUARES) {
    throw new PositionError('position/go-size', { most: MAX_BOARD_SIDE, points: MAX_SQUARES, columns, rows })
  }
}

function makeGeometry(columns: number, rows: number): Geometry {
  const points = columns * rows
  const stride = columns + 1
  const board = new Uint8Array((rows + 2) * stride + 1).fill(BORDER)
  const cellOf = new Uint16Array(points)
  const squareOf = new Uint16Array(board.length)
  const symmetries = symmetryCount(columns, rows)
  const stoneKeys = new Uint32Array(points * symmetries * 2)
  const numbers = keyNumbers()
  for (let square = 0, at = 0; square < points; square++) {
    const column = square % columns
    const cell = ((square - column) / columns + 1) * stride + column + 1
    board[cell] = EMPTY
    cellOf[square] = cell
    squareOf[cell] = square
    for (let symmetry = 0; symmetry < symmetries; symmetry++) {
      const image = transformSquare(square, symmetry, columns, rows)
      stoneKeys[at++] = numbers[image * 2]!
      stoneKeys[at++] = numbers[image * 2 + 1]!
    }
  }
  const column = (COLUMN_KEYS + columns) * 2
  const row = (ROW_KEYS + rows) * 2
  const sizeKey = [numbers[column]! ^ numbers[row]!, numbers[column + 1]! ^ numbers[row + 1]!] as const
  const scratch: Scratch = { block: new Uint16Array(points), seen: new Uint32Array(board.length), look: 0 }
  return { columns, rows, points, stride, board, cellOf, squareOf, symmetries, stoneKeys, sizeKey, scratch }
}
