/**
 * Where everything stands in the memory of the kernel. The tables are those of the TypeScript rules, which the wrapper
 * (src/formats/chess-kernel.ts) copies here once. The numbers are exported, so that they stand only here.
 *
 * A set of squares is 64 bits, bit 0 for a1 and bit 63 for h8. The two halves of which the TypeScript rules make it are
 * in the same order, so their tables need no change. Keys are two halves as well, the high half in the lower bits.
 */

/** The largest number of moves that a game may have here, and of bytes that it may be written in. */
export const MAX_PLIES: u32 = 1024
export const MAX_INPUT: u32 = 1 << 15

/** Squares that a piece attacks on an empty board: `kind << 6 | square`. */
export const REACH: u32 = 64
/** Squares that a pawn attacks: `colour << 6 | square`. */
export const PAWN_REACH: u32 = REACH + 8 * 512
/** Squares strictly between two on a line: `from << 6 | to`. */
export const BETWEEN: u32 = PAWN_REACH + 3 * 512
/** The direction from one square to another, a byte each: `from << 6 | to`. */
export const DIRECTIONS: u32 = BETWEEN + 64 * 512
/** Random numbers of keys: `piece << 6 | square`. */
export const PIECE_KEYS: u32 = DIRECTIONS + 64 * 64
/** By square; the one after the last is 0. */
export const EN_PASSANT_KEYS: u32 = PIECE_KEYS + 32 * 512
/** By the castling rights that are left. */
export const CASTLING_KEYS: u32 = EN_PASSANT_KEYS + 66 * 8
export const TURN_KEY: u32 = CASTLING_KEYS + 16 * 8
/** The castling rights that a move from or to a square ends, a byte each. */
export const ENDED_RIGHTS: u32 = TURN_KEY + 8
/** The kinds of characters in movetext, a byte each. */
export const CHARACTER_KINDS: u32 = ENDED_RIGHTS + 64

/** A position: its key, the sets of its pieces (`piece`) and colours (`colour << 3`), and the piece on each square. */
export const BOARD_SETS: u32 = 8
export const BOARD_SQUARES: u32 = BOARD_SETS + 24 * 8
export const BOARD_SIZE: u32 = BOARD_SQUARES + 64
/** The initial position, and the one that is played on. */
export const START: u32 = CHARACTER_KINDS + 256
export const BOARD: u32 = START + BOARD_SIZE

/** The numbered piece that a ChessBase code moves, a byte each; and where it goes: `colour - 1 << 14 | code << 6 | from`. */
export const CODE_SLOTS: u32 = BOARD + BOARD_SIZE
export const CODE_TARGETS: u32 = CODE_SLOTS + 256
/** The permutation of codes by which a game is encoded. */
export const PERMUTATION: u32 = CODE_TARGETS + (2 << 14)
/** Squares of the numbered pieces and numbers of the pieces on squares: at the start, and as they are now. */
export const NUMBERS_SIZE: u32 = 2 * 21 + 64
export const START_NUMBERS: u32 = PERMUTATION + 256
export const NUMBERS: u32 = START_NUMBERS + NUMBERS_SIZE + 6

/** What is read, with room for a few bytes that are looked at beyond its end. */
export const INPUT: u32 = NUMBERS + NUMBERS_SIZE + 6

/** Moves as the model packs them and the nodes before them, 32 bits each. The first is the root, which has no move. */
export const MOVES: u32 = INPUT + MAX_INPUT + 32
export const PARENTS: u32 = MOVES + 4 * (MAX_PLIES + 1)
/** Keys of the positions before each move and after the last. */
export const KEYS: u32 = PARENTS + 4 * (MAX_PLIES + 1)
/** Moves in 16 bits. */
export const CODES: u32 = KEYS + 8 * (MAX_PLIES + 1)
/** What the comment after the move of each node says, a byte each: see kernel/notes.ts. */
export const NOTES: u32 = CODES + 2 * MAX_PLIES
/** By node, as far as the note says so: thousandths of a second, hundredths of a hundredth of a pawn or moves, plies. */
export const TIMES: u32 = NOTES + MAX_PLIES + 8
export const VALUES: u32 = TIMES + 4 * (MAX_PLIES + 1)
export const DEPTHS: u32 = VALUES + 4 * (MAX_PLIES + 1)
/** Where the text of each node's move begins and ends, 32 bits each, and the texts. */
export const TEXT_STARTS: u32 = DEPTHS + 4 * (MAX_PLIES + 1)
export const TEXT_ENDS: u32 = TEXT_STARTS + 4 * (MAX_PLIES + 1)
export const TEXT: u32 = TEXT_ENDS + 4 * (MAX_PLIES + 1)
/** The longest move is `e7xd8=Q+` or `Qa1xb2+`, the most that stands before it ` 512. `. */
export const TEXT_SIZE: u32 = MAX_PLIES * (9 + 6)

/** A window of a PGN file, with room for a few bytes that are looked at beyond its end. */
export const MAX_WINDOW: u32 = 1 << 20
export const WINDOW: u32 = TEXT + TEXT_SIZE
export const MEMORY_END: u32 = WINDOW + MAX_WINDOW + 64
