/** The usual start and its numbered pieces: made once and only copied, as every reader and writer needs them. */
import { parseFen, START_FEN } from '../../../rules/chess/index.ts'
import { PieceNumbers } from './pieces.ts'

export const USUAL_START = parseFen(START_FEN)

export const USUAL_PIECES = new PieceNumbers()
USUAL_PIECES.start(USUAL_START, false)
