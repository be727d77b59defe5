/** The start position of a game that does not begin as usual: docs/formats/2cbh.md, Start positions. */
import { PositionError } from '../../../issues/errors.ts'
import { chess960Start, formatFen, parseFen, type ChessPosition } from '../../../rules/chess/index.ts'
import { formatPlacement } from '../../../rules/fen.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { CASTLING } from '../../chessbase/moves/start.ts'

/** Words of a set-up before its pieces. */
export const SETUP_HEAD = 3

/** First word of a game of Chess960 that begins from a set-up. */
export const CHESS960_SETUP = 1000

/** First word of the pieces other than pawns, 64 words each; then pawns, 48 words a colour. */
export const FIRST_PIECE = 0xc02d
export const FIRST_PAWN = 0xc2ad
const END_OF_PAWNS = FIRST_PAWN + 2 * 48

/** The pieces in the order of their words. */
export const SETUP_PIECES = 'KQNBRkqnbr'

/** Castling rights in the order in which FEN lists them, with their letters. */
const RIGHTS = [
  [CASTLING.whiteShort, 'K'],
  [CASTLING.whiteLong, 'Q'],
  [CASTLING.blackShort, 'k'],
  [CASTLING.blackLong, 'q'],
] as const

export interface Start {
  position: ChessPosition
  fen: string
}

/**
 * Reads the words of a start position.
 * @param addedRights castling rights beyond the stored ones, for games that castle without
 * @throws PositionError when the words are no position
 */
export function readStart(words: Uint16Array, isChess960: boolean, addedRights = 0): Start {
  const options = isChess960 ? { variant: 'chess960' } : {}
  if (words.length === 1) {
    if (words[0]! > 959) throw new PositionError('position/start-cut', {})
    const fen = chess960Start(words[0]!)
    return { fen, position: parseFen(fen, options) }
  }
  const setup = isChess960 && words[0] === CHESS960_SETUP ? words.subarray(1) : words
  if (setup.length < SETUP_HEAD) throw new PositionError('position/start-cut', {})
  const squares = readPieces(setup.subarray(SETUP_HEAD))
  const moveNumber = Math.max(1, setup[0]!)
  const turn = (setup[1]! & 1) === 0 ? 'w' : 'b'
  const rights = (setup[1]! >> 8) | addedRights
  const castling = RIGHTS.map(([right, letter]) => ((rights & right) === 0 ? '' : letter)).join('')
  const file = setup[2]! - 1
  const enPassant = file >= 0 && file < 8 ? 'abcdefgh'[file]! + (turn === 'w' ? '6' : '3') : '-'
  const placement = formatPlacement(8, 8, (square) => squares[square]!)
  const usual = isChess960
    ? castling
    : castling.replaceAll(/[KQkq]/g, (letter) => (isAtHome(letter, squares) ? letter : ''))
  const position = parseFen(`${placement} ${turn} ${usual || '-'} ${enPassant} 0 ${moveNumber}`, options)
  // Rights without their king and rook are none.
  const fen = `${placement} ${turn} ${formatFen(position).split(' ')[2]!} ${enPassant} 0 ${moveNumber}`
  return { fen, position }
}

/** The letters of pieces by square, from a1, b1 on. */
function readPieces(words: Uint16Array): string[] {
  const squares = new Array<string>(64).fill('')
  for (const word of words) {
    if (word < FIRST_PIECE || word >= END_OF_PAWNS) throw new PositionError('position/start-piece', {})
    if (word < FIRST_PAWN) {
      const number = word - FIRST_PIECE
      squares[turnSquare(number & 63)] = SETUP_PIECES[number >> 6]!
    } else {
      const number = word - FIRST_PAWN
      const pawn = number % 48
      squares[(1 + (pawn % 6)) * 8 + Math.floor(pawn / 6)] = number < 48 ? 'P' : 'p'
    }
  }
  return squares
}

/** Whether the king and the rook of a right stand on their usual squares. */
function isAtHome(letter: string, squares: readonly string[]): boolean {
  const row = letter < 'a' ? 0 : 56
  const [king, rook] = letter < 'a' ? 'KR' : 'kr'
  return squares[row + 4] === king && squares[row + (letter.toLowerCase() === 'k' ? 7 : 0)] === rook
}
