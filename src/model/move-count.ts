/** Moves as players count them. */
import type { Game } from './record.ts'

/** Converts plies to moves: in chess and xiangqi, a move is one by each side. */
export function movesOfPlies(game: Game, plies: number): number {
  return countsPairs(game) ? Math.ceil(plies / 2) : plies
}

/** Whether a move by each side counts as one move. */
export function countsPairs(game: Game): boolean {
  return game === 'chess' || game === 'xiangqi'
}
