/**
 * The start position stored before the moves of a game that does not begin from the initial position:
 * docs/formats/chessbase.md, Start positions.
 */
import { PositionError } from '../../../issues/errors.ts'
import { parseFen, type ChessPosition } from '../../../rules/chess/index.ts'
import { formatPlacement } from '../../../rules/fen.ts'
import { turnSquare } from './codes.ts'

/** Bytes of a start position, and of the squares that follow it in Chess960. */
export const START_SIZE = 28
export const CHESS960_SIZE = 8
/** Some databases of 2016 store only the first four squares. */
export const SHORT_CHESS960_SIZE = 4

export const START_AT = { turn: 1, castling: 2, moveNumber: 3, board: 4 } as const

/** Bits of the byte with the side to move, and of the one with the castling rights. */
export const EN_PASSANT_MASK = 0x0f
export const BLACK_TO_MOVE = 0x10
export const CASTLING = { whiteLong: 1, whiteShort: 2, blackLong: 4, blackShort: 8 } as const

/** Pieces by their code of five bits: 1, one bit for the colour, three for the kind. */
export const PIECE_CODES = '.KQNBRP..kqnbrp.'

/** Offsets of the castling squares in a Chess960 block. */
const CHESS960_AT = { whiteKing: 0, blackKing: 1, whiteShort: 2, whiteLong: 3, blackShort: 4, blackLong: 5 } as const

export interface Start {
  position: ChessPosition
  /** The position as FEN; in Chess960 as Shredder-FEN, with the files of the rooks that may castle, as ChessBase itself writes it. */
  fen: string
  /** Size of the start position in bytes. */
  size: number
}

/**
 * Reads the start position at the beginning of `bytes`.
 * @param addedRights castling rights beyond the stored ones, for games that castle without
 * @throws PositionError if the bytes are not a position
 */
export function readStart(bytes: Uint8Array, isChess960: boolean, addedRights = 0): Start {
  if (bytes.length < START_SIZE) throw new PositionError('position/start-cut', {})
  const squares = readBoard(bytes.subarray(START_AT.board, START_SIZE))
  const turnByte = bytes[START_AT.turn]!
  const turn = (turnByte & BLACK_TO_MOVE) === 0 ? 'w' : 'b'
  const file = (turnByte & EN_PASSANT_MASK) - 1
  const enPassant = file >= 0 && file < 8 ? 'abcdefgh'[file]! + (turn === 'w' ? '6' : '3') : '-'
  const rights = bytes[START_AT.castling]! | addedRights
  const block = isChess960 ? readChess960Block(bytes, squares) : undefined
  const letters = block?.letters ?? usualLetters(squares)
  const castling = CASTLING_ORDER.map((right) => ((rights & right) === 0 ? '' : (letters.get(right) ?? ''))).join('')
  const moveNumber = Math.max(1, bytes[START_AT.moveNumber]!)
  const fen = `${formatPlacement(8, 8, (square) => squares[square]!)} ${turn} ${castling || '-'} ${enPassant} 0 ${moveNumber}`
  const position = parseFen(fen, isChess960 ? { variant: 'chess960' } : {})
  return { position, fen, size: START_SIZE + (block?.size ?? 0) }
}

/** The castling rights in the order in which FEN lists them. */
const CASTLING_ORDER = [CASTLING.whiteShort, CASTLING.whiteLong, CASTLING.blackShort, CASTLING.blackLong] as const

/** The rights that a king and a rook on their usual squares allow, as FEN letters. */
function usualLetters(squares: readonly string[]): Map<number, string> {
  const letters = new Map<number, string>()
  const add = (right: number, letter: string, king: number, rook: number) => {
    const [kingLetter, rookLetter] = letter < 'a' ? 'KR' : 'kr'
    const isThere = squares[king] === kingLetter && squares[rook] === rookLetter
    if (isThere && hasOneKing(squares, kingLetter!)) letters.set(right, letter)
  }
  add(CASTLING.whiteShort, 'K', 4, 7)
  add(CASTLING.whiteLong, 'Q', 4, 0)
  add(CASTLING.blackShort, 'k', 60, 63)
  add(CASTLING.blackLong, 'q', 60, 56)
  return letters
}

/** Whether a side has a king and no other: one with several castles with none. */
function hasOneKing(squares: readonly string[], letter: string): boolean {
  return squares.includes(letter) && squares.indexOf(letter) === squares.lastIndexOf(letter)
}

/** The castling squares of Chess960 as letters of Shredder-FEN, and the bytes they take. */
function readChess960Block(
  bytes: Uint8Array,
  squares: readonly string[],
): { letters: Map<number, string>; size: number } {
  const block = bytes.subarray(START_SIZE, START_SIZE + CHESS960_SIZE)
  const { whiteShort, whiteLong, blackShort, blackLong } = CHESS960_AT
  const isLong = block[blackShort] === block[whiteShort]! + 7 && block[blackLong] === block[whiteLong]! + 7
  const letters = new Map<number, string>()
  const add = (right: number, square: number, rook: string) => {
    const at = turnSquare(square & 63)
    const row = at & 56
    const king = rook === 'R' ? 'K' : 'k'
    const kingAt = squares.indexOf(king)
    if (square < 64 && squares[at] === rook && hasOneKing(squares, king) && kingAt >= row && kingAt < row + 8) {
      const file = 'ABCDEFGH'[at & 7]!
      letters.set(right, rook === 'R' ? file : file.toLowerCase())
    }
  }
  add(CASTLING.whiteShort, block[whiteShort]!, 'R')
  add(CASTLING.whiteLong, block[whiteLong]!, 'R')
  // Both sides start with the same arrangement: if Black's squares are missing, they are opposite White's.
  add(CASTLING.blackShort, isLong ? block[blackShort]! : block[whiteShort]! + 7, 'r')
  add(CASTLING.blackLong, isLong ? block[blackLong]! : block[whiteLong]! + 7, 'r')
  return { letters, size: isLong ? CHESS960_SIZE : SHORT_CHESS960_SIZE }
}

/**
 * Reads 64 squares, a1, a2 ... h8, from a stream of bits, the highest of each byte first. Returns letters from a1, b1
 * on.
 */
function readBoard(bytes: Uint8Array): string[] {
  const squares = new Array<string>(64).fill('')
  let bit = 0
  for (let index = 0; index < 64; index++) {
    const code = fiveBits(bytes, bit)
    if (code < IS_PIECE) {
      bit++
      continue
    }
    const letter = PIECE_CODES[code - IS_PIECE]!
    bit += 5
    if (letter === '.' || bit > bytes.length * 8) throw new PositionError('position/start-piece', {})
    squares[turnSquare(index)] = letter
  }
  return squares
}

/** First of the five bits of a piece; an empty square is a single 0. */
const IS_PIECE = 16

/** The five bits from an offset on; past the end they are 0. */
function fiveBits(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3
  return ((((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) >> (11 - (bit & 7))) & 31
}
