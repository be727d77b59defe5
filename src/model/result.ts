import type { Colour } from './move.ts'

/** How the game ended. `unfinished` is also the line or fragment without a result. */
export interface Result {
  outcome: 'win' | 'draw' | 'both-lose' | 'void' | 'unfinished'
  winner?: Colour
  /** How a win came about; absent when the source does not say. */
  by?: 'resignation' | 'time' | 'forfeit' | 'score' | 'checkmate' | 'adjudication'
  /** Points by which a game of Go was won. */
  margin?: number
  /** Final score of colour 1 and 2 (Othello: discs, the empty squares given to the winner). */
  score?: [number, number]
  /** Verdict on a line without result, as a PGN glyph number. */
  verdict?: number
  /** The source's wording, if it says more or something else. */
  text?: string
}

/** The result as `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`, colour 1 first. */
export function resultSymbol(result: Result): '1-0' | '0-1' | '1/2-1/2' | '0-0' | '*' {
  if (result.outcome === 'win') return result.winner === 2 ? '0-1' : '1-0'
  if (result.outcome === 'draw') return '1/2-1/2'
  return result.outcome === 'both-lose' ? '0-0' : '*'
}
