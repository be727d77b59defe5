/**
 * The rules of chess and Chess960.
 *
 * {@link chess} is the contract that all games share. A reader of packed or
 * written moves works on {@link ChessPosition} directly: `board` and `kings`, `play` and `undo`, {@link isLegalMove} for one
 * move, {@link moveBetween} for a move given by two squares, {@link readSanBytes} for a move written in bytes.
 */
import { pieceRules } from '../piece-rules.ts'
import type { Rules } from '../rules.ts'
import { SQUARE_NAMES } from './pieces.ts'
import { formatFen, parseFen, START_FEN } from './fen.ts'
import { isLegalMove } from './legality.ts'
import { legalMoves } from './moves.ts'
import { outcome } from './outcome.ts'
import type { ChessPosition } from './position.ts'
import { readIllegalMove, readMove } from './read-move.ts'
import { writeLan, writeSan, writeUci } from './san.ts'

export { KING_SIDE, QUEEN_SIDE, type Castling, type CastlingSide } from './castling.ts'
export { chess960Number, chess960Start } from './chess960.ts'
export { formatFen, parseFen, START_FEN } from './fen.ts'
export { isLegalMove } from './legality.ts'
export { perft } from './perft.ts'
export { ChessPosition, type ChessSetup } from './position.ts'
export { readSanBytes } from './read-move.ts'
export { castlingMove, moveBetween, NO_MOVE } from './recorded-move.ts'
export { playSanBytes } from './san.ts'
export { SanTexts } from './san-texts.ts'

const WRITERS = { san: writeSan, uci: writeUci, lan: writeLan }

/** The rules of chess, Chess960 included. */
export const chess: Rules<ChessPosition> = {
  ...pieceRules('chess', WRITERS, SQUARE_NAMES),
  start: (options = {}) => parseFen(options.setup ?? START_FEN, options),
  parse: parseFen,
  format: formatFen,
  legal: legalMoves,
  isLegal: isLegalMove,
  readMove,
  readIllegalMove,
  outcome,
}
