/**
 * The rules of xiangqi.
 *
 * {@link xiangqi} is the contract that all games share. A reader of real files asks {@link moveFault} why a
 * move is not legal. Openings and searches that take a position and its mirror image for one use `canonicalKey`,
 * {@link mirrorPosition}, and `transformMove` for moves.
 */
import { pieceRules } from '../piece-rules.ts'
import type { Rules } from '../rules.ts'
import { writeChinese, writeTraditional } from './chinese.ts'
import { SQUARE_NAMES, writeIccs, writeUcci, writeUci } from './coordinates.ts'
import { formatFen, parseFen, startPosition } from './fen.ts'
import { isLegalMove } from './legality.ts'
import { legalMoves } from './moves.ts'
import { outcome } from './outcome.ts'
import type { XiangqiPosition } from './position.ts'
import { readIllegalMove, readMove } from './read-move.ts'
import { canonicalKey } from './symmetry.ts'
import { writeWxf } from './wxf.ts'

export { START_FEN as XIANGQI_START_FEN } from './fen.ts'
export { moveFault, type MoveFault } from './legality.ts'
export { perft as xiangqiPerft } from './perft.ts'
export { XiangqiPosition, type XiangqiSetup } from './position.ts'
export { exchangeColours, mirrorPosition } from './symmetry.ts'

const WRITERS = {
  chinese: writeChinese,
  'chinese-traditional': writeTraditional,
  wxf: writeWxf,
  iccs: writeIccs,
  ucci: writeUcci,
  uci: writeUci,
}

/** The rules of xiangqi. */
export const xiangqi: Rules<XiangqiPosition> = {
  ...pieceRules('xiangqi', WRITERS, SQUARE_NAMES),
  start: startPosition,
  parse: parseFen,
  format: formatFen,
  legal: legalMoves,
  isLegal: isLegalMove,
  readMove,
  readIllegalMove,
  canonicalKey,
  outcome,
}
