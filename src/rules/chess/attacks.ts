/**
 * Who attacks what, over the sets of a position: the squares of every piece at `piece << 1`
 * and of every colour at `colour << 4`, two halves each (see geometry.ts).
 */
import * as move from '../../model/move.ts'
import type { Colour } from '../../model/move.ts'
import * as geometry from './geometry.ts'
import * as pieces from './pieces.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { otherColour } = move
const { BETWEEN, firstSquare, PAWN_REACH, REACH } = geometry
const { BISHOP, EDGE, KING, KNIGHT, PAWN, QUEEN, ROOK } = pieces

/** Length of the sets of a position: the last is the black king's. */
export const SETS_LENGTH = 48

/** One half of the set of occupied squares. */
export function occupiedHalf(sets: Int32Array, half: number): number {
  return sets[16 | half]! | sets[32 | half]!
}

/**
 * Whether a colour attacks a square; EDGE is never attacked. The occupied squares may be given, for a position that is
 * about to change.
 */
export function isAttacked(
  sets: Int32Array,
  square: number,
  by: Colour,
  occupiedLow = occupiedHalf(sets, 0),
  occupiedHigh = occupiedHalf(sets, 1),
): boolean {
  if (square === EDGE) return false
  if ((steppersTowards(sets, square, by, 0) | steppersTowards(sets, square, by, 1)) !== 0) return true
  for (let half = 0; half < 2; half++) {
    for (let sliders = slidersTowards(sets, square, by, half); sliders !== 0; sliders &= sliders - 1) {
      const between = (square << 7) | (firstSquare(sliders, half) << 1)
      if (((BETWEEN[between]! & occupiedLow) | (BETWEEN[between | 1]! & occupiedHigh)) === 0) return true
    }
  }
  return false
}

/**
 * Looks around the king of the side to move: the set of pieces that give check goes
 * into the first two numbers of `threats`, the set of own pieces pinned to the king into the next two.
 */
export function findThreats(sets: Int32Array, king: number, turn: Colour, threats: Int32Array): void {
  threats[0] = 0
  threats[1] = 0
  threats[2] = 0
  threats[3] = 0
  if (king === EDGE) return
  const enemy = otherColour(turn)
  threats[0] = steppersTowards(sets, king, enemy, 0)
  threats[1] = steppersTowards(sets, king, enemy, 1)
  const slidersLow = slidersTowards(sets, king, enemy, 0)
  const slidersHigh = slidersTowards(sets, king, enemy, 1)
  if ((slidersLow | slidersHigh) === 0) return
  const occupiedLow = occupiedHalf(sets, 0)
  const occupiedHigh = occupiedHalf(sets, 1)
  for (let half = 0; half < 2; half++) {
    for (let sliders = half === 0 ? slidersLow : slidersHigh; sliders !== 0; sliders &= sliders - 1) {
      const between = (king << 7) | (firstSquare(sliders, half) << 1)
      const low = BETWEEN[between]! & occupiedLow
      const high = BETWEEN[between | 1]! & occupiedHigh
      if ((low | high) === 0) {
        threats[half]! |= sliders & -sliders
      } else if (isSingle(low, high)) {
        threats[2] |= low & sets[turn << 4]!
        threats[3] |= high & sets[(turn << 4) | 1]!
      }
    }
  }
}

/** Whether a non-empty set has exactly one square. */
export function isSingle(low: number, high: number): boolean {
  return (low === 0 || high === 0) && (low & (low - 1)) === 0 && (high & (high - 1)) === 0
}

/** One half of the set of kings, knights and pawns that attack a square. */
function steppersTowards(sets: Int32Array, square: number, by: Colour, half: number): number {
  const own = (by << 4) | half
  const at = (square << 1) | half
  return (
    (REACH[(KNIGHT << 7) | at]! & sets[own | (KNIGHT << 1)]!) |
    (REACH[(KING << 7) | at]! & sets[own | (KING << 1)]!) |
    // A pawn attacks a square from where a pawn of the other colour on it would capture.
    (PAWN_REACH[(otherColour(by) << 7) | at]! & sets[own | (PAWN << 1)]!)
  )
}

/** One half of the set of sliders that would attack a square on an empty board. */
function slidersTowards(sets: Int32Array, square: number, by: Colour, half: number): number {
  const own = (by << 4) | half
  const at = (square << 1) | half
  const queens = sets[own | (QUEEN << 1)]!
  return (
    (REACH[(BISHOP << 7) | at]! & (sets[own | (BISHOP << 1)]! | queens)) |
    (REACH[(ROOK << 7) | at]! & (sets[own | (ROOK << 1)]! | queens))
  )
}
