/**
 * Position text: FEN as xqbase defines it for xiangqi (docs/rules.md, Xiangqi,
 * Position text). Reading is lenient: E and H for elephant and horse, `r` for Red to move, missing fields.
 */
import { PositionError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import type { StartOptions } from '../rules.ts'
import { EMPTY, FILES, PIECE_LETTERS, RANKS, SQUARES } from './board.ts'
import { XiangqiPosition } from './position.ts'

/** The usual start. */
export const START_FEN = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'

/** Largest counter taken from a text; larger ones are cut to it. */
const MAX_COUNTER = 99_999

const PIECES: Record<string, number> = {}
for (const [piece, letter] of PIECE_LETTERS.entries()) if (letter !== '') PIECES[letter] = piece
for (const [synonym, letter] of ['EB', 'HN', 'eb', 'hn']) PIECES[synonym!] = PIECES[letter!]!

/** The usual start, or the given set-up. Throws PositionError as {@link parseFen} does. */
export function startPosition(options: StartOptions = {}): XiangqiPosition {
  if (options.setup !== undefined) return parseFen(options.setup, options)
  checkOptions(options)
  return START.clone()
}

/** Reads FEN. Throws PositionError when the text is no FEN or asks for another board or a variant. */
export function parseFen(text: string, options: Pick<StartOptions, 'variant' | 'size'> = {}): XiangqiPosition {
  checkOptions(options)
  const [placement = '', turnText = 'w', ...others] = text.trim().split(/\s+/)
  // Between the side to move and the counters stand two fields that chess needs; some writers leave them out.
  const counters = others.filter((field) => field !== '-')
  return new XiangqiPosition({
    board: parsePlacement(placement),
    turn: parseTurn(turnText),
    halfmoveClock: parseCounter(counters[0], 0),
    moveNumber: Math.max(1, parseCounter(counters[1], 1)),
  })
}

const START = parseFen(START_FEN)

function checkOptions({ variant, size }: Pick<StartOptions, 'variant' | 'size'>): void {
  if (size && (size.columns !== FILES || size.rows !== RANKS)) {
    throw new PositionError('position/xiangqi-size', { columns: size.columns, rows: size.rows })
  }
  if (variant !== undefined && variant !== 'standard') {
    throw new PositionError('position/variant', { variant })
  }
}

function parsePlacement(text: string): Uint8Array {
  const ranks = text.split('/')
  if (ranks.length !== RANKS) {
    throw new PositionError('position/ranks', { ranks: ranks.length, expected: RANKS, text: text.slice(0, 120) })
  }
  const board = new Uint8Array(SQUARES)
  for (const [index, rank] of ranks.entries()) {
    let file = 0
    for (const letter of rank) {
      if (letter >= '1' && letter <= '9') {
        file += Number(letter)
        continue
      }
      const piece = PIECES[letter] ?? EMPTY
      if (piece === EMPTY) throw new PositionError('position/piece', { letter })
      if (file < FILES) board[(RANKS - 1 - index) * FILES + file] = piece
      file++
    }
    if (file !== FILES) {
      const place = { rank: RANKS - 1 - index, squares: file, expected: FILES }
      throw new PositionError('position/rank-length', { ...place, text: rank.slice(0, 80) })
    }
  }
  return board
}

function parseTurn(text: string): Colour {
  if (/^[wr]$/i.test(text)) return 1
  if (/^b$/i.test(text)) return 2
  throw new PositionError('position/turn', { text: text.slice(0, 80) })
}

function parseCounter(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[0-9]+$/.test(text) ? Math.min(Number(text), MAX_COUNTER) : otherwise
}

/** Writes FEN, with `w` for Red. */
export function formatFen(position: XiangqiPosition): string {
  const { board, turn, halfmoveClock, moveNumber } = position
  const ranks: string[] = []
  for (let rank = RANKS - 1; rank >= 0; rank--) {
    let text = ''
    for (let square = rank * FILES; square < (rank + 1) * FILES; square++) text += PIECE_LETTERS[board[square]!] || '1'
    ranks.push(text.replaceAll(/1+/g, (run) => String(run.length)))
  }
  return `${ranks.join('/')} ${turn === 1 ? 'w' : 'b'} - - ${halfmoveClock} ${moveNumber}`
}
