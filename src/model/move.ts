/**
 * A move is one packed integer in every game, so that records stay plain JSON,
 * compare by value and travel in an `Int32Array`.
 *
 * ```text
 * bits  0..11  to          square (see below)
 * bits 12..23  from        square; 0 for a placement, a pass and a null move
 * bits 24..26  promotion   piece a pawn turns into (chess: see PROMOTION)
 * bits 27..28  colour      0 the side to move, 1 or 2 a named colour
 * bits 29..30  kind        MOVE, PLACEMENT, PASS
 * ```
 *
 * A square is `row * columns + column`, at most 4,096 of them (64 x 64).
 * Row 0 is the first player's back rank in chess and xiangqi (a1 = 0, b1 = 1;
 * a0 = 0 in xiangqi) and the top row in Go and Othello (a1 of Othello = 0, the
 * top left point of Go = 0), as each game counts its own rows.
 *
 * Castling in chess is the king capturing its own rook (e1h1), the only form that is never ambiguous in Chess960. Null
 * moves in chess and xiangqi and passes in Go and Othello are the same kind, PASS.
 */
export type Move = number

/** A colour: 1 moves first from the initial position (White, Red, Black, Black), 2 is the other side. */
export type Colour = 1 | 2

/** The largest number of squares a board may have; a square fits 12 bits. */
export const MAX_SQUARES = 4096

/** The longest side of a board. */
export const MAX_BOARD_SIDE = 255

const KIND_SHIFT = 29
const KIND_PLACEMENT = 1
const KIND_PASS = 2

/** Promotion codes of chess, in bits 24..26. */
export const PROMOTION = { none: 0, knight: 1, bishop: 2, rook: 3, queen: 4, king: 5 } as const

/** A pass or null move by the side to move. */
export const PASS: Move = KIND_PASS << KIND_SHIFT

/** A move of a piece from one square to another. */
export function makeMove(from: number, to: number, promotion = 0): Move {
  return to | (from << 12) | (promotion << 24)
}

/** A stone or disc put on a square, by the side to move or by a named colour. */
export function makePlacement(to: number, colour: Colour | 0 = 0): Move {
  return to | (colour << 27) | (KIND_PLACEMENT << KIND_SHIFT)
}

/** A pass or null move, by the side to move or by a named colour. */
export function makePass(colour: Colour | 0 = 0): Move {
  return (colour << 27) | PASS
}

/** The square a move goes to; 0 for a pass. */
export function moveTo(move: Move): number {
  return move & 0xfff
}

/** The square a move comes from; 0 for a placement and a pass. */
export function moveFrom(move: Move): number {
  return (move >> 12) & 0xfff
}

/** The promotion code of a move (see {@link PROMOTION}), 0 without one. */
export function movePromotion(move: Move): number {
  return (move >> 24) & 7
}

/** The colour named by a move, 0 when it is the side to move. */
export function moveColour(move: Move): Colour | 0 {
  return ((move >> 27) & 3) as Colour | 0
}

/** Whether a move is a pass or null move. */
export function isPass(move: Move): boolean {
  return move >> KIND_SHIFT === KIND_PASS
}

/** Whether a move puts a stone or disc on the board. */
export function isPlacement(move: Move): boolean {
  return move >> KIND_SHIFT === KIND_PLACEMENT
}

/** Whether a number is a well-formed move: its kind, colour and promotion exist, and a pass has no squares. */
export function hasMoveBits(move: number): boolean {
  const [kind, colour] = [move >> KIND_SHIFT, (move >> 27) & 3]
  if (kind < 0 || kind > KIND_PASS || colour === 3) return false
  return kind === KIND_PASS ? makePass(colour as Colour | 0) === move : movePromotion(move) <= PROMOTION.king
}

/** The other colour. */
export function otherColour(colour: Colour): Colour {
  return (3 - colour) as Colour
}
