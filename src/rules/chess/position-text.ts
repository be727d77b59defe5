/**
 * Position text: FEN as the PGN standard defines it (section 16.1), with the
 * castling field also as X-FEN and Shredder-FEN write it for Chess960. Reading
 * is lenient: see docs/rules.md, Chess, Position text.
 */
import { PositionError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import { formatPlacement, parseCounter, parsePlacement, parseTurn, type FenBoard } from '../fen.ts'
import type { StartOptions } from '../rules.ts'
import {
  EDGE,
  EMPTY,
  KING,
  makePiece,
  PAWN,
  PIECE_LETTERS,
  pieceOfLetter,
  ROOK,
  SQUARE_NAMES,
  squareOfName,
} from './pieces.ts'
import { KING_SIDE, makeCastling, QUEEN_SIDE, rightIndex, type CastlingSide } from './castling.ts'
import { ChessPosition } from './position.ts'

/** The initial position. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** The name of Chess960 in a record's `variant`. */
export const CHESS960 = 'chess960'

const BOARD: FenBoard = { columns: 8, rows: 8, firstRank: 1, pieceOf: pieceOfLetter }

/** Reads FEN. Throws PositionError when the text is not FEN or asks for another board or variant. */
export function parseFen(text: string, options: Pick<StartOptions, 'variant' | 'size'> = {}): ChessPosition {
  const { variant, size } = options
  if (size && (size.columns !== 8 || size.rows !== 8)) {
    throw new PositionError('position/chess-size', { columns: size.columns, rows: size.rows })
  }
  if (variant !== undefined && variant !== 'standard' && variant !== CHESS960) {
    throw new PositionError('position/variant', { variant })
  }
  const [placement = '', turnText = 'w', castlingText = '-', enPassantText = '-', ...counters] = text
    .trim()
    .split(/[\s_]+/)
  const board = parsePlacement(placement, BOARD)
  const turn = parseTurn(turnText, ['w'])
  const kings = [EDGE, castlingKing(board, 1), castlingKing(board, 2)]
  const rooks = parseCastling(castlingText, board, kings)
  const castling = makeCastling(kings, rooks)
  return new ChessPosition({
    board,
    turn,
    castling,
    rights: rooks.reduce((rights, rook, right) => (rook === EDGE ? rights : rights | (1 << right)), 0),
    enPassant: parseEnPassant(enPassantText, board, turn),
    halfmoveClock: parseCounter(counters[0], 0),
    moveNumber: Math.max(1, parseCounter(counters[1], 1)),
    isChess960: variant === CHESS960 || !castling.isUsual,
  })
}

/** The king that may castle: the only one of its colour, on its back rank; EDGE when there is none. */
function castlingKing(board: Uint8Array, colour: Colour): number {
  const king = board.indexOf(makePiece(colour, KING))
  const isOnly = king === board.lastIndexOf(makePiece(colour, KING))
  return isOnly && king >> 3 === backRow(colour) >> 3 ? king : EDGE
}

function backRow(colour: Colour): number {
  return colour === 1 ? 0 : 56
}

/**
 * The squares of the rooks that may castle, by right. `K` and `Q` are the
 * outermost rook on that side of the king, a letter a to h the rook on that file. There is no right without king and
 * rook on the back rank.
 */
function parseCastling(text: string, board: Uint8Array, kings: readonly number[]): number[] {
  const rooks = [EDGE, EDGE, EDGE, EDGE]
  if (text === '-') return rooks
  if (!/^[A-HKQa-hkq-]*$/.test(text)) throw new PositionError('position/castling', { text: text.slice(0, 80) })
  for (const letter of text) {
    if (letter === '-') continue
    const colour: Colour = letter === letter.toUpperCase() ? 1 : 2
    const king = kings[colour]!
    if (king === EDGE) continue
    const rook = findRook(board, colour, king, letter.toLowerCase())
    if (rook === EDGE) continue
    rooks[rightIndex(colour, rook > king ? KING_SIDE : QUEEN_SIDE)] = rook
  }
  return rooks
}

function findRook(board: Uint8Array, colour: Colour, king: number, letter: string): number {
  const row = backRow(colour)
  const rook = makePiece(colour, ROOK)
  if (letter === 'k' || letter === 'q')
    return outermostRook(board, colour, king, letter === 'k' ? KING_SIDE : QUEEN_SIDE)
  const square = row + letter.charCodeAt(0) - 97
  return board[square] === rook ? square : EDGE
}

/** The first rook from the edge of the board inwards, before the square `until`; EDGE if there is none. */
function outermostRook(board: Uint8Array, colour: Colour, until: number, side: CastlingSide): number {
  const row = backRow(colour)
  const step = side === KING_SIDE ? -1 : 1
  for (let square = side === KING_SIDE ? row + 7 : row; square !== until; square += step) {
    if (board[square] === makePiece(colour, ROOK)) return square
  }
  return EDGE
}

/** The square skipped by a pawn that may have made a double step; EDGE if there is no such pawn. */
function parseEnPassant(text: string, board: Uint8Array, turn: Colour): number {
  if (text === '-') return EDGE
  const square = squareOfName(text.toLowerCase())
  if (square === EDGE) throw new PositionError('position/en-passant', { text: text.slice(0, 80) })
  const forward = turn === 1 ? 8 : -8
  const isPassed =
    square >> 3 === (turn === 1 ? 5 : 2) &&
    board[square] === EMPTY &&
    board[square + forward] === EMPTY &&
    board[square - forward] === makePiece(turn === 1 ? 2 : 1, PAWN)
  return isPassed ? square : EDGE
}

/**
 * Writes FEN. The castling field is X-FEN, which is the standard `KQkq` wherever that is unambiguous, or Shredder-FEN,
 * which always names the files of the rooks. The en passant square is written only if the capture is legal.
 */
export function formatFen(position: ChessPosition, castlingStyle: 'x-fen' | 'shredder' = 'x-fen'): string {
  const fields = [
    formatPlacement(8, 8, (square) => PIECE_LETTERS[position.board[square]!]!),
    position.turn === 1 ? 'w' : 'b',
    formatCastling(position, castlingStyle === 'shredder'),
    position.enPassant === EDGE ? '-' : SQUARE_NAMES[position.enPassant]!,
    position.halfmoveClock,
    position.moveNumber,
  ]
  return fields.join(' ')
}

function formatCastling(position: ChessPosition, namesFiles: boolean): string {
  let text = ''
  for (const colour of [1, 2] as const) {
    for (const side of [KING_SIDE, QUEEN_SIDE] as const) {
      const right = rightIndex(colour, side)
      if ((position.rights & (1 << right)) === 0) continue
      const rook = position.castling.rooks[right]!
      const isOutermost = outermostRook(position.board, colour, rook + (side === KING_SIDE ? -1 : 1), side) === rook
      const letter = isOutermost && !namesFiles ? 'kq'[side]! : 'abcdefgh'[rook & 7]!
      text += colour === 1 ? letter.toUpperCase() : letter
    }
  }
  return text === '' ? '-' : text
}
