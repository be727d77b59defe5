/** The start position stored before the moves of a game: docs/formats/chessbase.md, Start positions. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { chess960Number, KING_SIDE, QUEEN_SIDE, type ChessPosition } from '../../../rules/chess/index.ts'
import { turnSquare } from '../moves/codes.ts'
import type { Lose } from './lose.ts'
import { BLACK_TO_MOVE, CASTLING, PIECE_CODES } from '../moves/start.ts'

/** Bytes of the board: 64 squares of one to five bits. */
const BOARD_SIZE = 24

/** The largest move number that fits its byte. */
const MAX_MOVE_NUMBER = 0xff

/** Castling rights in the order of the bits of {@link ChessPosition.rights}. */
const RIGHTS = [CASTLING.whiteShort, CASTLING.whiteLong, CASTLING.blackShort, CASTLING.blackLong] as const

/**
 * Writes a start position. Returns the Chess960 number if it is a Chess960 start.
 * @param fen the position as text, for the en passant square that {@link ChessPosition} drops when nothing can capture there
 */
export function writeStart(
  position: ChessPosition,
  fen: string,
  isChess960: boolean,
  out: ByteWriter,
  lose: Lose,
): number | undefined {
  let rights = RIGHTS.reduce((bits, right, index) => bits | ((position.rights >> index) & 1 ? right : 0), 0)
  const block = isChess960 ? chess960Block(position) : undefined
  if (block?.isUneven) {
    rights &= ~(CASTLING.blackShort | CASTLING.blackLong)
    lose('chessbase/castling-rights', {})
  }
  const { halfmoveClock, moveNumber } = position
  if (halfmoveClock > 0) lose('chessbase/halfmove-clock', { plies: halfmoveClock })
  if (moveNumber > MAX_MOVE_NUMBER) lose('chessbase/move-number', { number: moveNumber })
  out.u8(1)
  out.u8((position.turn === 2 ? BLACK_TO_MOVE : 0) | enPassantFile(fen))
  out.u8(rights)
  out.u8(moveNumber > MAX_MOVE_NUMBER ? 0 : moveNumber)
  if (!putBoard(position, out)) lose('chessbase/too-many-pieces', {})
  if (block) {
    for (const square of block.squares) out.u8(turnSquare(square))
    out.u16be(block.number ?? 0)
  }
  return block?.number
}

/** The file of the en passant square, from 1; 0 without one. */
function enPassantFile(fen: string): number {
  const square = fen.trim().split(/\s+/)[3] ?? '-'
  return /^[a-h][36]$/.test(square) ? square.charCodeAt(0) - 96 : 0
}

/** A bit for each empty square, five for each piece, a1, a2 ... h8, the highest bit of a byte first. */
function putBoard(position: ChessPosition, out: ByteWriter): boolean {
  const bytes = new Uint8Array(BOARD_SIZE)
  let bit = 0
  for (let index = 0; index < 64; index++) {
    const letter = position.pieceAt(turnSquare(index))
    const [value, width] = letter === '' ? [0, 1] : [0x10 | PIECE_CODES.indexOf(letter), 5]
    for (let shift = width - 1; shift >= 0; shift--, bit++) {
      if ((value >> shift) & 1 && bit < BOARD_SIZE * 8) bytes[bit >> 3]! |= 0x80 >> (bit & 7)
    }
  }
  out.put(bytes)
  return bit <= BOARD_SIZE * 8
}

/**
 * Kings, then the rooks that may castle. Readers take the block for the short one of 2016 unless Black's rooks are
 * opposite White's, so a side without a right gets the other side's square.
 */
function chess960Block(position: ChessPosition): { squares: number[]; number?: number; isUneven: boolean } {
  const { rooks } = position.castling
  const file = (right: number, usual: number): { white: number; black: number } => {
    const has = (index: number) => ((position.rights >> index) & 1) === 1
    const white = has(right) ? rooks[right]! & 7 : undefined
    const black = has(right + 2) ? rooks[right + 2]! & 7 : undefined
    return { white: white ?? black ?? usual, black: black ?? white ?? usual }
  }
  const backRow = Array.from({ length: 8 }, (_, square) => position.pieceAt(square)).join('')
  const rookFiles = [...backRow].flatMap((letter, square) => (letter === 'R' ? [square] : []))
  const short = file(KING_SIDE, rookFiles.at(-1) ?? 7)
  const long = file(QUEEN_SIDE, rookFiles[0] ?? 0)
  const isUneven = short.white !== short.black || long.white !== long.black
  const kings = [position.kings[1]! & 63, position.kings[2]! & 63]
  const number = chess960Number(backRow)
  const squares = [...kings, short.white, long.white, 56 + short.white, 56 + long.white]
  return { squares, isUneven, ...(number !== undefined && { number }) }
}
