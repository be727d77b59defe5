/** Moves as players count them. */
import type { Game } from '../model/record.ts'

/** How many moves some plies are: in chess and xiangqi a move of each side together is one. */
export function movesOfPlies(game: Game, plies: number): number {
  return countsPairs(game) ? Math.ceil(plies / 2) : plies
}

/** Whether a move of each side together counts as one move. */
export function countsPairs(game: Game): boolean {
  return game === 'chess' || game === 'xiangqi'
}
