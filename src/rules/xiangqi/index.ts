/**
 * The rules of xiangqi.
 *
 * {@link xiangqi} is the contract that all games share. A reader of real files asks {@link moveFault} why a
 * move is not legal. Openings and searches that take a position and its mirror image for one use `canonicalKey`,
 * {@link mirrorPosition}, and `transformMove` for moves.
 */
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
  game: 'xiangqi',
  styles: Object.keys(WRITERS),
  start: startPosition,
  parse: parseFen,
  format: formatFen,
  clone: (position) => position.clone(),
  play: (position, move) => position.play(move),
  undo: (position) => position.undo(),
  legal: legalMoves,
  isLegal: isLegalMove,
  readMove,
  readIllegalMove,
  writeMove: (position, move, style = 'chinese') => {
    const write = WRITERS[style as keyof typeof WRITERS]
    if (!write) throw new TypeError(`xiangqi has no notation ${style}`)
    return write(position, move)
  },
  key: (position, into, at = 0) => {
    into[at] = position.zobristHigh
    into[at + 1] = position.zobristLow
  },
  canonicalKey,
  outcome,
  formatSquare: (_, square) => SQUARE_NAMES[square] ?? '',
}
