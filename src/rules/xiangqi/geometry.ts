/**
 * The geometry of the xiangqi board as lookup tables. A
 * board is 90 squares (a0 = 0, b0 = 1, i9 = 89: `rank * 9 + file`, Red's left back corner first) and one more, the
 * edge, on which every ray and list ends: walking one needs no test for leaving the board.
 *
 * The tables are filled when the first position is made: programs that show no xiangqi need not wait for them.
 */
import type { Colour } from '../../model/move.ts'
import { ADVISOR, ELEPHANT, HORSE, KING, makePiece, PAWN } from './pieces.ts'

export const FILES = 9
export const RANKS = 10
export const SQUARES = FILES * RANKS

/** The square beyond the board, also "no square". */
export const EDGE = FILES * RANKS

/** The square on a file (0 is Red's left) and rank (0 is Red's back rank); EDGE outside the board. */
export function squareAt(file: number, rank: number): number {
  return file >= 0 && file < FILES && rank >= 0 && rank < RANKS ? rank * FILES + file : EDGE
}

/** The file of a square, from 0 on Red's left. */
export function fileOf(square: number): number {
  return square % FILES
}

/** The rank of a square, from 0 on Red's side. */
export function rankOf(square: number): number {
  return Math.floor(square / FILES)
}

/** The mirror image of a square, with left and right exchanged. */
export function mirrorSquare(square: number): number {
  return square + FILES - 1 - 2 * fileOf(square)
}

/** Whether a square lies on a colour's side of the river. */
export function isOwnHalf(colour: Colour, square: number): boolean {
  return colour === 1 ? square < SQUARES / 2 : square >= SQUARES / 2 && square < SQUARES
}

/** Whether a square lies in a colour's palace. */
export function isPalace(colour: Colour, square: number): boolean {
  const file = fileOf(square)
  const rank = rankOf(square)
  return file >= 3 && file <= 5 && (colour === 1 ? rank <= 2 : rank >= 7 && rank <= 9)
}

/** Directions along files and ranks: towards Black, towards Red, right and left as seen by Red. */
const STRAIGHT = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const

const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

/** The squares seen from `square` in a straight direction, nearest first and ended by EDGE, from `square << 6 | direction << 4`. */
export const RAYS = new Uint8Array(SQUARES * 64).fill(EDGE)

/**
 * The squares one step away that a king, advisor or pawn may go to, ended by EDGE, from `piece << 10 | square << 3`.
 * Kings and advisors may step into their palace from anywhere; pawns step sideways beyond the river.
 */
export const STEPS = new Uint8Array(24 << 10).fill(EDGE)

/**
 * The leaps of a horse and elephant: pairs of the square that must be empty
 * and the square gone to, ended by EDGE, from `piece << 12 | square << 5`. Elephants leap to their own half from anywhere.
 */
export const LEAPS = new Uint8Array(24 << 12).fill(EDGE)

/** The same leaps the other way round, by target: pairs of the square that must be empty and the square come from. */
export const LEAPS_TO = new Uint8Array(24 << 12).fill(EDGE)

/** The steps the other way round, by target: the squares come from. */
export const STEPS_TO = new Uint8Array(24 << 10).fill(EDGE)

function addStep(piece: number, from: number, to: number): void {
  if (to === EDGE) return
  append(STEPS, (piece << 10) | (from << 3), to)
  append(STEPS_TO, (piece << 10) | (to << 3), from)
}

function addLeap(piece: number, from: number, over: number, to: number): void {
  if (to === EDGE) return
  append(LEAPS, (piece << 12) | (from << 5), over, to)
  append(LEAPS_TO, (piece << 12) | (to << 5), over, from)
}

function append(table: Uint8Array, start: number, value: number, second = EDGE): void {
  let end = start
  while (table[end] !== EDGE) end++
  table[end] = value
  table[end + 1] = second
}

let areFilled = false

/** Fills the tables, once. */
export function fillTables(): void {
  if (areFilled) return
  areFilled = true
  for (let square = 0; square < SQUARES; square++) {
    const file = fileOf(square)
    const rank = rankOf(square)
    for (const [direction, [right, up]] of STRAIGHT.entries()) {
      for (let distance = 1; distance < RANKS; distance++) {
        const seen = squareAt(file + right * distance, rank + up * distance)
        if (seen === EDGE) break
        RAYS[(square << 6) | (direction << 4) | (distance - 1)] = seen
      }
    }
    for (const colour of [1, 2] as const) {
      const forward = colour === 1 ? 1 : -1
      for (const [right, up] of STRAIGHT) {
        const to = squareAt(file + right, rank + up)
        if (isPalace(colour, to)) addStep(makePiece(colour, KING), square, to)
        if (up === forward || (up === 0 && !isOwnHalf(colour, square))) addStep(makePiece(colour, PAWN), square, to)
        for (const side of [1, -1]) {
          const landing = squareAt(file + 2 * right + side * up, rank + 2 * up + side * right)
          addLeap(makePiece(colour, HORSE), square, to, landing)
        }
      }
      for (const [right, up] of DIAGONAL) {
        const to = squareAt(file + right, rank + up)
        if (isPalace(colour, to)) addStep(makePiece(colour, ADVISOR), square, to)
        const landing = squareAt(file + 2 * right, rank + 2 * up)
        if (isOwnHalf(colour, landing)) addLeap(makePiece(colour, ELEPHANT), square, to, landing)
      }
    }
  }
}

/** Whether a king, advisor or pawn goes from one square to the other in one of its {@link STEPS}. */
export function isStep(piece: number, from: number, to: number): boolean {
  for (let at = (piece << 10) | (from << 3); STEPS[at] !== EDGE; at++) {
    if (STEPS[at] === to) return true
  }
  return false
}
