/** Whether the first moves of a game agree with the letter of its ECO code. */
import { moveFrom, moveTo, type Move } from '../../../model/move.ts'

/** Plies within which the pawns are where the letter of an opening requires them: transpositions take a while. */
const OPENING_PLIES = 24

/** Pawn moves that distinguish openings, one bit each. */
const WHITE_C4 = 1
const WHITE_D4 = 2
const WHITE_E4 = 4
const BLACK_D5 = 8
const BLACK_E5 = 16
const BLACK_E6 = 32

/** Squares a1 = 0 to h8 = 63: where a pawn comes from, in one move or two, and its target. */
const PAWNS: readonly [bit: number, colour: 1 | 2, from: readonly number[], to: number][] = [
  [WHITE_C4, 1, [10, 18], 26],
  [WHITE_D4, 1, [11, 19], 27],
  [WHITE_E4, 1, [12, 20], 28],
  [BLACK_D5, 2, [51, 43], 35],
  [BLACK_E5, 2, [52, 44], 36],
  [BLACK_E6, 2, [52], 44],
]

/**
 * Whether moves from the initial position may have an opening code with this letter. Half open and open games (B, C)
 * need 1. e4, of those C a step of Black's e-pawn; D is the closed games, with d4 and d5; E the Indian ones, with d4
 * and c4. A is the rest, which only 1. e4 e5 rules out.
 */
export function openingFits(letter: string, moves: readonly Move[]): boolean {
  let seen = 0
  for (let ply = 0; ply < Math.min(moves.length, OPENING_PLIES); ply++) {
    const [from, to] = [moveFrom(moves[ply]!), moveTo(moves[ply]!)]
    const colour = ply % 2 === 0 ? 1 : 2
    for (const [bit, mover, origins, target] of PAWNS) {
      if (target === to && mover === colour && origins.includes(from)) seen |= bit
    }
    if (letter === 'A' && ply === 1) return seen !== (WHITE_E4 | BLACK_E5)
  }
  const has = (bits: number) => (seen & bits) === bits
  if (letter === 'B') return has(WHITE_E4)
  if (letter === 'C') return has(WHITE_E4) && (has(BLACK_E5) || has(BLACK_E6))
  if (letter === 'D') return has(WHITE_D4 | BLACK_D5)
  if (letter === 'E') return has(WHITE_D4 | WHITE_C4)
  return true
}
