/** The bytes of moves and marks: docs/formats/scid.md, Moves. Squares count a1, b1 ... h8 from 0. */

/** Marks and moves of the king, whose number is 0. */
export const NULL_MOVE = 0x00
export const LAST_KING_STEP = 0x08
export const CASTLE_LONG = 0x09
export const CASTLE_SHORT = 0x0a
export const GLYPH = 0x0b
export const COMMENT = 0x0c
export const OPEN = 0x0d
export const CLOSE = 0x0e
export const END = 0x0f

/** Steps of the king by their code, of the knight by theirs. */
export const KING_STEPS = [0, -9, -8, -7, -1, 1, 7, 8, 9] as const
export const KNIGHT_STEPS = [0, -17, -15, -10, -6, 6, 10, 15, 17] as const

/** Codes of pawns: three steps without promotion, three for each piece promoted to, and the double step. */
export const PAWN_STEPS = [7, 8, 9] as const
export const DOUBLE_STEP = 15

/** What a pawn becomes by the third of its codes: nothing, queen, rook, bishop, knight, as promotion codes of moves. */
export const PROMOTIONS = [0, 4, 3, 2, 1] as const

/** Second byte of a move of the queen along a diagonal: this and the square. */
export const QUEEN_TARGET = 64
