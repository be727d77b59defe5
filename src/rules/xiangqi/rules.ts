/** The rules of xiangqi behind the interface that all games share. */
import { pieceRules } from '../piece-rules.ts'
import type { Rules } from '../rules.ts'
import { writeChinese, writeTraditional } from './chinese.ts'
import { SQUARE_NAMES, writeIccs, writeUcci, writeUci } from './coordinates.ts'
import { formatFen, parseFen, startPosition } from './position-text.ts'
import { isLegalMove } from './legality.ts'
import { legalMoves } from './moves.ts'
import { outcome } from './outcome.ts'
import type { XiangqiPosition } from './position.ts'
import { readIllegalMove, readMove } from './read-move.ts'
import { canonicalKey } from './symmetry.ts'
import { writeVietnamese } from './vietnamese.ts'
import { writeWxf } from './wxf.ts'

const WRITERS = {
  chinese: writeChinese,
  'chinese-traditional': writeTraditional,
  wxf: writeWxf,
  vietnamese: writeVietnamese,
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
