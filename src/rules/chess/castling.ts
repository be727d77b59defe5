/**
 * Castling as determined by the start position of a game: where the rooks that may castle are, and which moves end
 * which right. It never changes during a game; the remaining rights are four bits of the position.
 */
import type { Colour } from '../../model/move.ts'
import { EDGE } from './pieces.ts'
import { castlingNumber } from './keys.ts'

/** The two sides to castle to: towards the h-file and towards the a-file. */
export const KING_SIDE = 0
/** Castling towards the a-file. */
export const QUEEN_SIDE = 1
/** A side to castle to. */
export type CastlingSide = typeof KING_SIDE | typeof QUEEN_SIDE

/** What castling means in one game: the rooks that may castle and what ends each right. */
export interface Castling {
  /** The square of each right's rook, EDGE if there is none: White's king side and queen side, Black's. */
  readonly rooks: Uint8Array
  /** The rights that a move from or to a square ends, as bits. */
  readonly ended: Uint8Array
  /** Halves of the key of every set of rights. */
  readonly zobristHigh: Int32Array
  readonly zobristLow: Int32Array
  /** Whether every king and rook that may castle is on its standard square. */
  readonly isUsual: boolean
}

/** The index of a right, 0 to 3; its bit is `1 << index`. */
export function rightIndex(colour: Colour, side: CastlingSide): number {
  return (colour - 1) * 2 + side
}

/** Where the king and the rook go, given the first square of their rank. */
export const KING_TARGET: readonly [number, number] = [6, 2]
export const ROOK_TARGET: readonly [number, number] = [5, 3]

const USUAL_KINGS = [EDGE, 4, 60]
const USUAL_ROOKS = [7, 0, 63, 56]

/** The castling of a game from the squares of its kings (by colour) and its castling rooks (by right). */
export function makeCastling(kings: ArrayLike<number>, rooks: ArrayLike<number>): Castling {
  const present = [0, 1, 2, 3].filter((right) => rooks[right] !== EDGE)
  const isUsual = present.every((right) => {
    const colour = (right >> 1) + 1
    return rooks[right] === USUAL_ROOKS[right] && kings[colour] === USUAL_KINGS[colour]
  })
  if (isUsual) return USUAL_CASTLING
  return buildCastling(kings, rooks, false)
}

function buildCastling(kings: ArrayLike<number>, rooks: ArrayLike<number>, isUsual: boolean): Castling {
  const ended = new Uint8Array(65)
  const zobristHigh = new Int32Array(16)
  const zobristLow = new Int32Array(16)
  for (let right = 0; right < 4; right++) {
    const rook = rooks[right]!
    if (rook === EDGE) continue
    const bit = 1 << right
    ended[rook]! |= bit
    ended[kings[(right >> 1) + 1]!]! |= bit
    const [high, low] = castlingNumber(rook)
    for (let rights = 0; rights < 16; rights++) {
      if ((rights & bit) === 0) continue
      zobristHigh[rights]! ^= high
      zobristLow[rights]! ^= low
    }
  }
  return { rooks: Uint8Array.from(rooks), ended, zobristHigh, zobristLow, isUsual }
}

const USUAL_CASTLING = buildCastling(USUAL_KINGS, USUAL_ROOKS, true)
