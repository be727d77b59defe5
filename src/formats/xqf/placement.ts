/**
 * The start position: 32 bytes, one for the place of each piece of a full set: docs/formats/xqf.md, "Start position". A
 * point is `10 * x + y`, x from Red's left and y from Red's back rank, both from 0.
 */
import type { Colour } from '../../model/move.ts'
import { formatPlacement } from '../../rules/fen.ts'
import type { Position } from '../../rules/rules.ts'
import { FIRST_ROTATED_VERSION } from './layout.ts'

const FILES = 9
const RANKS = 10
const SQUARES = FILES * RANKS

/** The pieces by slot, as FEN letters: sixteen of Red, then sixteen of Black. */
export const SLOTS = 'RNBAKABNRCCPPPPPrnbakabnrccppppp'

const RED_SLOTS = 16

/** The byte of a piece that is not on the board. Any value over 89 means the same. */
const ABSENT = 0xff

/** The square of the record's model (rank * 9 + file) for a point of XQF, -1 for a byte that is not a point. */
export const SQUARE_OF_POINT = Int8Array.from({ length: 256 }, (_, point) =>
  point < SQUARES ? (point % 10) * FILES + Math.floor(point / 10) : -1,
)

/** The point of XQF for a square of the record's model. */
export const POINT_OF_SQUARE = Uint8Array.from(
  { length: SQUARES },
  (_, square) => (square % FILES) * 10 + Math.floor(square / FILES),
)

/** A board: for every square, the slot of its piece plus one, or 0. */
export type Board = Uint8Array

/** The colour of the piece on a square of a board, 0 for none. */
export function colourAt(board: Board, square: number): Colour | 0 {
  const piece = board[square]!
  if (piece === 0) return 0
  return piece <= RED_SLOTS ? 1 : 2
}

/** The slot that a stored byte belongs to: the list is rotated from version 12 on. */
function slotOf(index: number, version: number, key: number): number {
  return version < FIRST_ROTATED_VERSION ? index : (index + 1 + key) % SLOTS.length
}

/**
 * Reads the 32 stored bytes. If two pieces claim one square, the first slot gets it; the others are listed in `crowded`
 * by their slots.
 */
export function readPlacement(stored: Uint8Array, version: number, key: number): { board: Board; crowded: number[] } {
  const points = new Uint8Array(SLOTS.length)
  for (let index = 0; index < SLOTS.length; index++) points[slotOf(index, version, key)] = stored[index]! - key
  const board = new Uint8Array(SQUARES)
  const crowded: number[] = []
  for (let slot = 0; slot < SLOTS.length; slot++) {
    const square = SQUARE_OF_POINT[points[slot]!]!
    if (square < 0) continue
    if (board[square] === 0) board[square] = slot + 1
    else crowded.push(slot)
  }
  return { board, crowded }
}

/** Writes a board as FEN; its counters are always `0 1`. */
export function formatFen(board: Board, turn: Colour): string {
  const placement = formatPlacement(FILES, RANKS, (square) => SLOTS[board[square]! - 1] ?? '')
  return `${placement} ${turn === 1 ? 'w' : 'b'} - - 0 1`
}

/**
 * Writes a position as the 32 bytes of a version with no key. Identical pieces fill their slots from right to left as
 * seen from their own side, which gives the initial position the bytes of the published example. Pieces beyond a full
 * set, which have no slot, are returned in `left`.
 */
export function writePlacement(position: Position, version: number): { stored: Uint8Array; left: string[] } {
  const points = new Uint8Array(SLOTS.length).fill(ABSENT)
  const left: string[] = []
  const put = (point: number, isRed: boolean) => {
    const piece = position.pieceAt(SQUARE_OF_POINT[point]!)
    if (piece === '' || piece < 'a' !== isRed) return
    let slot = SLOTS.indexOf(piece)
    while (slot >= 0 && points[slot] !== ABSENT) slot = SLOTS.indexOf(piece, slot + 1)
    if (slot < 0) left.push(piece)
    else points[slot] = point
  }
  for (let point = SQUARES - 1; point >= 0; point--) put(point, true)
  for (let point = 0; point < SQUARES; point++) put(point, false)
  const stored = points.map((_, index) => points[slotOf(index, version, 0)]!)
  return { stored, left }
}
