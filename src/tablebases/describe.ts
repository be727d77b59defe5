/** What a tablebase says of a position as plain JSON, in the fields of lichess's service, for HTTP and the command line. */
import { moveFrom, moveTo, type Move } from '../model/move.ts'
import { chess, type ChessPosition } from '../rules/chess/index.ts'
import type { TablebaseAnswer, TablebaseFacts } from './tablebase.ts'

/** A move, with what is known of the position after it, for the side to move there. */
export interface DescribedTablebaseMove extends TablebaseFacts {
  uci: string
  san: string
  /** Whether it is a capture or a pawn move, from which the fifty moves are counted again. */
  zeroing: boolean
}

/** What a tablebase says of a position. */
export interface DescribedTablebaseAnswer extends TablebaseFacts {
  /** Best first. */
  moves: DescribedTablebaseMove[]
}

/** The answer of a tablebase to a position, with the texts of its moves. */
export function describeTablebaseAnswer(
  position: ChessPosition,
  { moves, ...facts }: TablebaseAnswer,
): DescribedTablebaseAnswer {
  return {
    ...facts,
    moves: moves.map(({ move, ...after }) => ({
      uci: chess.writeMove(position, move, 'uci'),
      san: chess.writeMove(position, move),
      ...after,
      zeroing: isZeroing(position, move),
    })),
  }
}

/** Whether a legal move without castling is a capture or a pawn move. */
function isZeroing(position: ChessPosition, move: Move): boolean {
  return position.pieceAt(moveTo(move)) !== '' || position.pieceAt(moveFrom(move)).toUpperCase() === 'P'
}
