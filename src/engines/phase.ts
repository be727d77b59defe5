/** The phases of a game, for summaries: rough, and the same for everybody. docs/engines.md, Summary. */
import type { Game } from '../model/record.ts'
import type { Position } from '../rules/index.ts'

/** A phase of a game. */
export type Phase = 'opening' | 'middlegame' | 'endgame'

/** All phases, in their order. */
export const PHASES: readonly Phase[] = ['opening', 'middlegame', 'endgame']

/** Plies of the opening of chess and xiangqi. */
const OPENING_PLIES = 20

/** Pieces other than kings and pawns (xiangqi: chariots, horses, cannons) that are left in an endgame. */
const ENDGAME_PIECES = 6

/** Go: moves of the opening, and before the endgame, on 361 points. */
const GO_OPENING = 50
const GO_ENDGAME = 150

/** Othello: discs at the end of the opening, and before the endgame. */
const OPENING_DISCS = 24
const ENDGAME_DISCS = 44

/** The phase of a position. @param ply moves played before it in the record */
export function phaseOf(game: Game, position: Position, ply: number): Phase {
  const squares = position.columns * position.rows
  if (game === 'go') {
    const moves = (ply * 361) / squares
    return moves < GO_OPENING ? 'opening' : moves < GO_ENDGAME ? 'middlegame' : 'endgame'
  }
  const pieces = Array.from({ length: squares }, (_, square) => position.pieceAt(square)).filter(
    (piece) => piece !== '',
  )
  if (game === 'othello') {
    return pieces.length < OPENING_DISCS ? 'opening' : pieces.length < ENDGAME_DISCS ? 'middlegame' : 'endgame'
  }
  const counted = game === 'chess' ? /[nbrq]/i : /[rnc]/i
  if (pieces.filter((piece) => counted.test(piece)).length <= ENDGAME_PIECES) return 'endgame'
  return ply < OPENING_PLIES ? 'opening' : 'middlegame'
}
