/** The board of a set-up: two squares to a byte, then the number of the first move. docs/formats/cbf.md, Set-ups. */
import { PositionError } from '../../issues/errors.ts'
import { formatFen, parseFen, type ChessPosition } from '../../rules/chess/index.ts'
import { formatPlacement } from '../../rules/fen.ts'
import { BOARD_SIZE, type StoredHeader } from './header.ts'
import { NOWHERE } from './numbering.ts'

/** Pieces by their four bits; 7, 8 and 15 are none. */
const PIECES = '.KQNBRP..kqnbrp.'

/** A start position, and the square passed by the last pawn move. */
export interface Start {
  position: ChessPosition
  fen: string
  passed: number
}

/** Reads a set-up. Throws PositionError for bytes that are no position. */
export function readSetup(board: Uint8Array, setup: NonNullable<StoredHeader['setup']>): Start {
  if (board.length < BOARD_SIZE) throw new PositionError('position/start-cut', {})
  const squares = Array.from({ length: 64 }, (_, square) => {
    const code = square % 2 === 0 ? board[square >> 1]! >> 4 : board[square >> 1]! & 15
    if (code !== 0 && PIECES[code] === '.') throw new PositionError('position/start-piece', {})
    return code === 0 ? '' : PIECES[code]!
  })
  const { turn, castling, enPassantFile } = setup
  const file = enPassantFile >= 1 && enPassantFile <= 8 ? enPassantFile - 1 : -1
  const target = file < 0 ? '-' : 'abcdefgh'[file]! + (turn === 'w' ? '6' : '3')
  const placement = formatPlacement(8, 8, (square) => squares[square]!)
  const number = board[BOARD_SIZE - 1]! + 1
  const position = parseFen(`${placement} ${turn} ${castling || '-'} ${target} 0 ${number}`)
  // Rights without king and rook, and squares that no pawn has passed, are left out.
  const fen = formatFen(position)
  return { position, fen, passed: file < 0 ? NOWHERE : file + (turn === 'w' ? 40 : 16) }
}
