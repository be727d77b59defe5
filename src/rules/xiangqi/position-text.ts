/**
 * Position text: FEN as xqbase defines it for xiangqi (docs/rules.md, Xiangqi,
 * Position text). Reading is lenient: E and H for elephant and horse, `r` for Red to move, missing fields.
 */
import { PositionError } from '../../issues/errors.ts'
import { formatPlacement, parseCounter, parsePlacement, parseTurn, type FenBoard } from '../fen.ts'
import type { StartOptions } from '../rules.ts'
import { FILES, RANKS } from './geometry.ts'
import { EMPTY, PIECE_LETTERS } from './pieces.ts'
import { XiangqiPosition } from './position.ts'

/** The initial position. */
export const START_FEN = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'

const PIECES: Record<string, number> = {}
for (const [piece, letter] of PIECE_LETTERS.entries()) if (letter !== '') PIECES[letter] = piece
for (const [synonym, letter] of ['EB', 'HN', 'eb', 'hn']) PIECES[synonym!] = PIECES[letter!]!

const BOARD: FenBoard = {
  columns: FILES,
  rows: RANKS,
  firstRank: 0,
  pieceOf: (letter) => PIECES[letter] ?? EMPTY,
}

/** The initial position, or the given set-up. Throws PositionError as {@link parseFen} does. */
export function startPosition(options: StartOptions = {}): XiangqiPosition {
  if (options.setup !== undefined) return parseFen(options.setup, options)
  checkOptions(options)
  return (initial ??= parseFen(START_FEN)).clone()
}

/** Reads FEN. Throws PositionError when the text is not FEN or asks for another board or a variant. */
export function parseFen(text: string, options: Pick<StartOptions, 'variant' | 'size'> = {}): XiangqiPosition {
  checkOptions(options)
  const [placement = '', turnText = 'w', ...others] = text.trim().split(/\s+/)
  // Between the side to move and the counters are two fields that only chess needs; some writers omit them.
  const counters = others.filter((field) => field !== '-')
  return new XiangqiPosition({
    board: parsePlacement(placement, BOARD),
    turn: parseTurn(turnText, ['w', 'r']),
    halfmoveClock: parseCounter(counters[0], 0),
    moveNumber: Math.max(1, parseCounter(counters[1], 1)),
  })
}

/** Made when it is first asked for: the tables that positions need take 9 ms. */
let initial: XiangqiPosition | undefined

function checkOptions({ variant, size }: Pick<StartOptions, 'variant' | 'size'>): void {
  if (size && (size.columns !== FILES || size.rows !== RANKS)) {
    throw new PositionError('position/xiangqi-size', { columns: size.columns, rows: size.rows })
  }
  if (variant !== undefined && variant !== 'standard') {
    throw new PositionError('position/variant', { variant })
  }
}

/** Writes FEN, with `w` for Red. */
export function formatFen(position: XiangqiPosition): string {
  const { board, turn, halfmoveClock, moveNumber } = position
  const placement = formatPlacement(FILES, RANKS, (square) => PIECE_LETTERS[board[square]!]!)
  return `${placement} ${turn === 1 ? 'w' : 'b'} - - ${halfmoveClock} ${moveNumber}`
}
