/**
 * Four of the eight symmetries of a square board preserve the start position: the identity, rotation by 180°, and
 * reflection in both diagonals. They map the four first moves to each other, so every game has one image that begins
 * with the usual f5 (g6 on 10 x 10).
 */
import { isPass, moveTo, type Move } from '../../model/move.ts'
import { transformMove, transformSquare } from '../symmetry.ts'

/** Symmetries (see ../symmetry.ts) of a square board that preserve the start position. */
export const START_SYMMETRIES: readonly number[] = [0, 3, 4, 7]

/** The usual first move of a square board: f5 on 8 x 8, g6 on 10 x 10. */
export function usualFirstSquare(side: number): number {
  return (side / 2) * side + side / 2 + 1
}

/** The symmetry that makes a first move the usual one; undefined when none does. */
export function normalisingSymmetry(first: Move, side: number, wanted = usualFirstSquare(side)): number | undefined {
  if (isPass(first)) return undefined
  return START_SYMMETRIES.find((symmetry) => transformSquare(moveTo(first), symmetry, side, side) === wanted)
}

/** The moves of a game on a square board from the initial position, turned so that it begins with the usual first move. */
export function normaliseMoves(moves: readonly Move[], side = 8): Move[] {
  const symmetry = moves[0] === undefined ? undefined : normalisingSymmetry(moves[0], side)
  return symmetry === undefined ? [...moves] : moves.map((move) => transformMove(move, symmetry, side, side))
}
