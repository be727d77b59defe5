/** The start position of a game as words, the inverse of moves/start.ts. */
import type { ByteWriter } from '../../../bytes/writer.ts'
import { chess960Number, formatFen, type ChessPosition } from '../../../rules/chess/index.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { CASTLING } from '../../chessbase/moves/start.ts'
import { CHESS960_SETUP, FIRST_PAWN, FIRST_PIECE, readStart, SETUP_PIECES } from '../moves/start.ts'
import { wordsOf } from '../moves/record.ts'
import { WORD } from '../moves/words.ts'
import type { Lose } from './lose.ts'

/** Castling rights in the order of the bits of {@link ChessPosition.rights}. */
const RIGHTS = [CASTLING.whiteShort, CASTLING.whiteLong, CASTLING.blackShort, CASTLING.blackLong] as const

/** The largest move number that fits its word and is not taken for the mark of a Chess960 set-up. */
const MAX_MOVE_NUMBER = 0xfff0

/**
 * Writes a start position. Returns the number of the start of Chess960, when it is one.
 * @param fen the position as text, for the en passant square that {@link ChessPosition} drops when nothing can capture there
 */
export function writeStart(
  position: ChessPosition,
  fen: string,
  isChess960: boolean,
  out: ByteWriter,
  lose: Lose,
): number | undefined {
  out.u16le(WORD.start)
  const number = isChess960 ? startNumber(position) : undefined
  if (number !== undefined) {
    out.u16le(number)
    return number
  }
  const { halfmoveClock, moveNumber } = position
  if (halfmoveClock > 0) lose('chessbase/halfmove-clock', { plies: halfmoveClock })
  if (moveNumber > MAX_MOVE_NUMBER) lose('chessbase/move-number', { number: moveNumber })
  const start = out.length
  if (isChess960) out.u16le(CHESS960_SETUP)
  const rights = RIGHTS.reduce((bits, right, index) => bits | ((position.rights >> index) & 1 ? right : 0), 0)
  out.u16le(moveNumber > MAX_MOVE_NUMBER ? 1 : moveNumber)
  out.u16le((position.turn === 2 ? 1 : 0) | (rights << 8))
  out.u16le(enPassantFile(fen))
  for (let index = 0; index < 64; index++) putPiece(position.pieceAt(turnSquare(index)), turnSquare(index), index, out)
  const back = readStart(wordsOf(out.bytes().subarray(start)), isChess960)
  // The rooks that castle are not stored: only those nearest the edge can be meant.
  const castlingOf = (text: string) => text.split(' ')[2]
  if (castlingOf(formatFen(back.position, 'shredder')) !== castlingOf(formatFen(position, 'shredder'))) {
    lose('2cbh/castling-rooks', {})
  }
  return undefined
}

function putPiece(letter: string, square: number, index: number, out: ByteWriter): void {
  if (letter === '') return
  if (letter.toLowerCase() !== 'p') {
    out.u16le(FIRST_PIECE + 64 * SETUP_PIECES.indexOf(letter) + index)
    return
  }
  const rank = square >> 3
  // Pawns on the first and last rank have no word.
  if (rank > 0 && rank < 7) out.u16le(FIRST_PAWN + (letter === 'p' ? 48 : 0) + 6 * (square & 7) + rank - 1)
}

/** Whether a position has pawns where no word can put them. */
export function hasMisplacedPawns(position: ChessPosition): boolean {
  for (let file = 0; file < 8; file++) {
    for (const square of [file, 56 + file]) if (position.pieceAt(square).toLowerCase() === 'p') return true
  }
  return false
}

/** The number of the start of Chess960 that a position is, with all rights and at move 1; undefined for any other. */
function startNumber(position: ChessPosition): number | undefined {
  const row = Array.from({ length: 8 }, (_, square) => position.pieceAt(square)).join('')
  const number = chess960Number(row)
  if (number === undefined) return undefined
  const start = readStart(Uint16Array.of(number), true).position
  return formatFen(start, 'shredder') === formatFen(position, 'shredder') ? number : undefined
}

/** The file of the en passant square, from 1; 0 without one. */
function enPassantFile(fen: string): number {
  const square = fen.trim().split(/\s+/)[3] ?? '-'
  return /^[a-h][36]$/.test(square) ? square.charCodeAt(0) - 96 : 0
}
