/** Moves of Othello as engines print them: squares in a row without blanks. */
import type { Move } from '../model/move.ts'
import { othello, type OthelloPosition } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'

/** The moves in `F5d6C3`; passes are left out, since they follow from the position. */
export function squaresOf(text: string): string[] {
  return (text.match(/[a-h][1-8]/gi) ?? []).map((square) => square.toLowerCase())
}

/** Reads a square as a move. */
export function readDisc(position: Position, text: string): Move | undefined {
  return /^[a-h][1-8]$/i.test(text) ? othello.readMove(position as OthelloPosition, text) : undefined
}

/** The squares of a position row by row from the top left, as X, O and -. */
export function discsOf(position: Position): string {
  const letters: Record<string, string> = { '1': 'X', '2': 'O' }
  return Array.from({ length: 64 }, (_, square) => letters[position.pieceAt(square)] ?? '-').join('')
}
