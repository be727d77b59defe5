/** The usual start and its numbered pieces: made once and only copied, as every reader and writer needs them. */
import { parseFen, START_FEN } from '../../../rules/chess/index.ts'
import { PieceNumbers } from './pieces.ts'

export const USUAL_START = parseFen(START_FEN)

export const USUAL_PIECES = new PieceNumbers()
USUAL_PIECES.start(USUAL_START, false)

/**
 * The start position that a record has of decoded moves. The usual one is not named, whether it is stored or not; in a
 * game of Chess960 it always is, as one of 960.
 */
export function setupOf({ fen, isChess960 }: { fen?: string; isChess960: boolean }): string | undefined {
  if (isChess960) return fen ?? START_FEN
  return fen === START_FEN ? undefined : fen
}
