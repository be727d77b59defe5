/** The rules of chess and Chess960 behind the interface that all games share. */
import { pieceRules } from '../piece-rules.ts'
import type { Rules } from '../rules.ts'
import { SQUARE_NAMES } from './pieces.ts'
import { formatFen, parseFen, START_FEN } from './position-text.ts'
import { isLegalMove } from './legality.ts'
import { legalMoves } from './moves.ts'
import { outcome } from './outcome.ts'
import type { ChessPosition } from './position.ts'
import { readIllegalMove, readMove } from './read-move.ts'
import { writeLan, writeSan, writeUci } from './san.ts'

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
