/**
 * The codes of a game record, the moves generated from five short lists of
 * steps: docs/formats/chess-assistant.md, Moves.
 *
 * A step is two hexadecimal digits, rows up and files to the right, added to
 * a square written the same way and taken modulo 8 digit by digit.
 */
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../../../rules/chess/pieces.ts'

const PAWN_STEPS = [0x10, 0x17, 0x11, 0x20]
const KNIGHT_STEPS = [0x67, 0x76, 0x16, 0x27, 0x21, 0x12, 0x72, 0x61]
const BISHOP_STEPS = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x17, 0x26, 0x35, 0x53, 0x62, 0x71]
const ROOK_STEPS = [0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01, 0x70, 0x60, 0x50, 0x40, 0x30, 0x20, 0x10]
const KING_STEPS = [0x11, 0x77, 0x17, 0x71, 0x07, 0x01, 0x70, 0x10]
const QUEEN_STEPS = [...BISHOP_STEPS, ...ROOK_STEPS]
const EXTRA_STEPS = [...QUEEN_STEPS, ...KNIGHT_STEPS]

/**
 * The fixed numbers of the pieces of one colour: eight pawns by file, then two knights, bishops and rooks, queen and
 * king.
 */
export const FIXED_KINDS: readonly number[] = [
  ...Array<number>(8).fill(PAWN),
  KNIGHT,
  KNIGHT,
  BISHOP,
  BISHOP,
  ROOK,
  ROOK,
  QUEEN,
  KING,
]

/** The two numbers that any piece except pawns and kings may have. */
export const EXTRA_NUMBERS = [16, 17] as const

/** Pieces of one colour in a stored position. */
export const PIECE_COUNT = 18

/** The codes that are not plain moves. */
export const CODE = {
  longCastling: 207,
  shortCastling: 208,
  promotion: 209,
  enPassant: 210,
  nullMove: 211,
  /** The piece that pawn a became; the seven codes that follow are for the pawns b to h. */
  extended: 212,
  lastExtended: 219,
  setup: 230,
  openVariation: 231,
  closeVariation: 232,
  unknownByte: 233,
  symbol: 234,
  shortComment: 235,
  longComment: 236,
} as const

/** Number of codes that are moves of a numbered piece. */
export const MOVE_CODES = 207

/** Steps of each kind of piece, pawn first. */
const STEPS_OF_KIND = [[], PAWN_STEPS, KNIGHT_STEPS, BISHOP_STEPS, ROOK_STEPS, QUEEN_STEPS, KING_STEPS]

/** Steps of every piece number, in the order of their codes. */
const STEPS = [...FIXED_KINDS.map((kind) => STEPS_OF_KIND[kind]!), EXTRA_STEPS, EXTRA_STEPS]

/** The piece number of every move code. */
export const CODE_NUMBER = Uint8Array.from(STEPS.flatMap((steps, number) => steps.map(() => number)))

/** The step of every move code as White makes it. */
export const CODE_STEP = Uint8Array.from(STEPS.flat())

/** The step as made by a colour: Black's pawns go down. */
export function stepOf(code: number, colour: number): number {
  const step = CODE_STEP[code]!
  return code < 32 && colour === 2 ? (0x80 - (step & 0xf0)) | (step & 7) : step
}

/** The square a step leads to from a square, 0 to 63; `sideways` is 1 when the second digit counts to the right, -1 to the left. */
export function addStep(square: number, step: number, sideways: number): number {
  return (((square >> 3) + (step >> 4)) & 7) * 8 + (((square & 7) + sideways * (step & 15)) & 7)
}

/** The step between two squares. */
export function stepBetween(from: number, to: number): number {
  return ((((to >> 3) - (from >> 3)) & 7) << 4) | (((to & 7) - (from & 7)) & 7)
}

/** Code by piece number and step of White, 255 where the piece has none. */
const CODES = new Uint8Array(PIECE_COUNT * 128).fill(255)
CODE_STEP.forEach((step, code) => (CODES[CODE_NUMBER[code]! * 128 + step] = code))

/** The code of a piece's move, 255 when the table has none. */
export function codeOf(number: number, colour: number, from: number, to: number): number {
  if (number >= PIECE_COUNT) return 255
  const step = stepBetween(from, to)
  const asWhite = number < 8 && colour === 2 ? ((0x80 - (step & 0xf0)) & 0x70) | (step & 7) : step
  return CODES[number * 128 + asWhite]!
}
