/** The block of a start position: docs/formats/chess-assistant.md, Start positions. */
import type { Message } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import { u16le } from '../../../bytes/numbers.ts'
import type { ByteWriter } from '../../../bytes/writer.ts'
import { formatFen, KING_SIDE, parseFen, QUEEN_SIDE, type ChessPosition } from '../../../rules/chess/index.ts'
import { EDGE, makePiece, PIECE_LETTERS, SQUARE_NAMES } from '../../../rules/chess/pieces.ts'
import { formatPlacement } from '../../../rules/fen.ts'
import { kingHome, rookHome } from './castling.ts'
import { FIXED_KINDS, PIECE_COUNT } from './codes.ts'
import { PieceNumbers } from './pieces.ts'

/** Bytes of the block after its code. */
export const SETUP_SIZE = 4 * PIECE_COUNT + 4

/** The largest move number whose plies fit into two bytes. */
export const MAX_MOVE_NUMBER = 0x8000

/** First byte of a piece that is not on the board. */
const ABSENT = 8

/** Bits of the castling rights, in the order of FEN's letters. */
const RIGHTS = 'KQkq'

export interface Setup {
  position: ChessPosition
  fen: string
  pieces: PieceNumbers
  /** Harmless oddities of the block. */
  oddities: Message[]
}

/** Reads the block; undefined if it is not a position. */
export function readSetup(block: Uint8Array): Setup | undefined {
  const pieces = new PieceNumbers()
  const letters = Array<string>(64).fill('')
  const oddities: Message[] = []
  for (let index = 0; index < 2 * PIECE_COUNT; index++) {
    const [place, kind] = [block[2 * index]!, block[2 * index + 1]!]
    if (place === ABSENT || (place & 0x88) !== 0) continue
    if (kind < 1 || kind > 6) return undefined
    const square = (place >> 4) * 8 + (place & 7)
    if (letters[square] !== '') return undefined
    const colour = index < PIECE_COUNT ? 1 : 2
    const number = index % PIECE_COUNT
    if (number < 16 && FIXED_KINDS[number] !== kind) oddities.push(makeMessage('oddity/piece-kind', { number }))
    letters[square] = PIECE_LETTERS[makePiece(colour, kind)]!
    pieces.put(colour, number, square)
  }
  const ply = u16le(block, 4 * PIECE_COUNT)
  const turn = ply % 2 === 0 ? 'w' : 'b'
  const stated = [...RIGHTS].filter((_, bit) => ((block[4 * PIECE_COUNT + 2]! >> bit) & 1) === 1)
  const rights = stated.filter((right) => isAtHome(letters, right))
  if (rights.length < stated.length) oddities.push(makeMessage('oddity/castling', {}))
  const passed = enPassantName(block[4 * PIECE_COUNT + 3]!, turn)
  if (passed === undefined) oddities.push(makeMessage('oddity/en-passant', {}))
  const fen = [
    formatPlacement(8, 8, (square) => letters[square]!),
    turn,
    rights.join('') || '-',
    passed ?? '-',
    0,
    (ply >> 1) + 1,
  ].join(' ')
  const position = parseFen(fen)
  return { position, fen: formatFen(position), pieces, oddities }
}

/** Whether the king and the rook of a right, given by its letter, are on their home squares. */
function isAtHome(letters: readonly string[], right: string): boolean {
  const isWhite = right === right.toUpperCase()
  const [king, rook] = isWhite ? 'KR' : 'kr'
  const colour = isWhite ? 1 : 2
  const side = right.toUpperCase() === 'K' ? KING_SIDE : QUEEN_SIDE
  return letters[kingHome(colour)] === king && letters[rookHome(colour, side)] === rook
}

/** Writes the block without its code. A move number beyond {@link MAX_MOVE_NUMBER} becomes that one. */
export function writeSetup(writer: ByteWriter, position: ChessPosition, pieces: PieceNumbers): void {
  for (const colour of [1, 2]) {
    for (let number = 0; number < PIECE_COUNT; number++) {
      const square = pieces.squareOf(colour, number)
      if (square === EDGE) writer.u8(ABSENT).u8(0)
      else writer.u8(((square >> 3) << 4) | (square & 7)).u8(position.board[square]! & 7)
    }
  }
  writer.u16le(2 * (Math.min(position.moveNumber, MAX_MOVE_NUMBER) - 1) + position.turn - 1)
  const passed = position.enPassant
  writer.u8(position.rights).u8(passed === EDGE ? 0 : ((passed >> 3) << 4) | (passed & 7))
}

/** `-` for none, undefined for a square that is wrong for the side to move. */
function enPassantName(place: number, turn: string): string | undefined {
  if (place === 0 || (place & 0x88) !== 0) return '-'
  const row = place >> 4
  if (row !== 5 && row !== 2) return '-'
  if ((row === 5) !== (turn === 'w')) return undefined
  return SQUARE_NAMES[row * 8 + (place & 7)]
}
