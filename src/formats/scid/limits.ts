/** Limits that Scid itself sets: docs/formats/scid.md, Limits. */

/** A game may not lie across a multiple of this in the file of games: Scid vs PC refuses such a game. */
export const BLOCK_SIZE = 1 << 17

/** Longest game in bytes, which its length of 17 bits has room for. */
export const MAX_GAME = BLOCK_SIZE - 1

/** Scid calls a game corrupt that has more glyphs on a move. */
export const MOST_GLYPHS = 7
