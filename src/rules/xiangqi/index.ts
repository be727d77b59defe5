/**
 * The rules of xiangqi.
 *
 * {@link xiangqi} is the contract that all games share.
 */
import { isPass } from '../../model/move.ts'
import type { Rules } from '../rules.ts'
import { readIccs, SQUARE_NAMES, writeIccs, writeUcci, writeUci } from './coordinates.ts'
import { formatFen, parseFen, START_FEN } from './fen.ts'
import { isLegalMove } from './legality.ts'
import { legalMoves } from './moves.ts'
import { outcome } from './outcome.ts'
import type { XiangqiPosition } from './position.ts'

export { START_FEN as XIANGQI_START_FEN } from './fen.ts'
export { isPossibleMove, moveFault, type MoveFault } from './legality.ts'
export { perft as xiangqiPerft } from './perft.ts'
export { XiangqiPosition, type XiangqiSetup } from './position.ts'

const WRITERS = { iccs: writeIccs, ucci: writeUcci, uci: writeUci }

export const xiangqi: Rules<XiangqiPosition> = {
  game: 'xiangqi',
  styles: Object.keys(WRITERS),
  start: (options = {}) => parseFen(options.setup ?? START_FEN, options),
  parse: parseFen,
  format: formatFen,
  clone: (position) => position.clone(),
  play: (position, move) => position.play(move),
  undo: (position) => position.undo(),
  legal: legalMoves,
  isLegal: isLegalMove,
  readMove: (position, text) => {
    const move = readIccs(text)
    return move !== undefined && (isPass(move) || isLegalMove(position, move)) ? move : undefined
  },
  writeMove: (position, move, style = 'iccs') => {
    const write = WRITERS[style as keyof typeof WRITERS]
    if (!write) throw new TypeError(`xiangqi has no notation ${style}`)
    return write(position, move)
  },
  key: (position, into, at = 0) => {
    into[at] = position.keyHigh
    into[at + 1] = position.keyLow
  },
  outcome,
  formatSquare: (_, square) => SQUARE_NAMES[square] ?? '',
}
