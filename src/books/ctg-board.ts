/**
 * Positions as CTG books have them: White is always to move, and without castling rights the king of the side to move
 * stands on the right half of the board. docs/books.md, CTG.
 */
import type { ChessPosition } from '../rules/chess/index.ts'

/** Codes of pieces by their letter, capitals for the side to move; '' is an empty square. */
const CODES: Readonly<Record<string, string>> = {
  '': '0',
  P: '110',
  p: '111',
  N: '10010',
  n: '10011',
  B: '10100',
  b: '10101',
  R: '10110',
  r: '10111',
  Q: '100010',
  q: '100011',
  K: '100000',
  k: '100001',
}

/** Bits of the first byte of a signature, beside its length. */
const EN_PASSANT_FLAG = 0x20
const CASTLING_FLAG = 0x40
const LENGTH_BITS = 0x1f

/** A position as a book has it. */
export interface CtgBoard {
  /** Letters of the pieces by square of the book's board, capitals for the side to move. */
  pieces: string[]
  signature: Uint8Array
  /** The square of the game for a square of the book's board. */
  readonly squareOf: (square: number) => number
}

/** Turns a position into what a book has. */
export function ctgBoard(position: ChessPosition): CtgBoard {
  const { turn, rights } = position
  const isBlack = turn === 2
  const king = position.kings[turn]!
  const isMirrored = rights === 0 && king < 64 && (king & 7) < 4
  const flip = (isBlack ? 56 : 0) ^ (isMirrored ? 7 : 0)
  const squareOf = (square: number) => square ^ flip
  const pieces = Array.from({ length: 64 }, (_, square) => {
    const letter = position.pieceAt(squareOf(square))
    return isBlack ? swapCase(letter) : letter
  })
  return { pieces, signature: signatureOf(position, pieces, isMirrored), squareOf }
}

function swapCase(letter: string): string {
  return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
}

function signatureOf(
  { turn, rights, enPassant }: ChessPosition,
  pieces: readonly string[],
  isMirrored: boolean,
): Uint8Array {
  let bits = ''
  for (let file = 0; file < 8; file++) {
    for (let rank = 0; rank < 8; rank++) bits += CODES[pieces[rank * 8 + file]!]!
  }
  const hasEnPassant = enPassant < 64
  let tail = hasEnPassant ? ((enPassant & 7) ^ (isMirrored ? 7 : 0)).toString(2).padStart(3, '0') : ''
  // The rights are White's king side and queen side, Black's, from the lowest bit on; those of the opponent come first.
  const [own, other] = turn === 1 ? [0, 2] : [2, 0]
  if (rights !== 0) tail += [other, other + 1, own, own + 1].map((right) => (rights >> right) & 1).join('')
  // What follows the squares ends with the last byte, which is a new one where it does not fit.
  const free = (8 - (bits.length % 8)) % 8
  const padding = free >= tail.length ? free - tail.length : free + 8 - tail.length
  bits += '0'.repeat(padding) + tail
  const bytes = new Uint8Array(1 + bits.length / 8)
  for (let at = 1; at < bytes.length; at++) bytes[at] = Number.parseInt(bits.slice(at * 8 - 8, at * 8), 2)
  bytes[0] = (bytes.length & LENGTH_BITS) | (hasEnPassant ? EN_PASSANT_FLAG : 0) | (rights === 0 ? 0 : CASTLING_FLAG)
  return bytes
}

/** The length of a signature by its first byte. */
export function signatureLength(first: number): number {
  return first & LENGTH_BITS
}
