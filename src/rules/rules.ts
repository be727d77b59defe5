/**
 * The interface of the rules of a game. A position is a class of its game with
 * small typed arrays inside; everything else is functions over it. `play` changes a position in place and `undo` undoes
 * the last move, so walking through a game allocates nothing per move.
 */
import type { Edit } from '../model/annotation.ts'
import type { Colour, Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'

/** What every position offers, whatever its game. */
export interface Position {
  readonly columns: number
  readonly rows: number
  /** The side to move: 1 or 2. */
  readonly turn: Colour
  /** Number of moves played since the start, passes and null moves included. */
  readonly ply: number
  /** The number of the coming move, where one of each side have a number together, as the position text gives it. */
  readonly moveNumber?: number
  /**
   * The piece on a square as its letter in the game's position text (`P`,
   * `k`), `1` or `2` for stones and discs, '' for an empty square.
   */
  pieceAt(square: number): string
}

/** How to make a start position. */
export type StartOptions = { [Name in 'variant' | 'size' | 'setup']?: GameRecord[Name] | undefined }

/** Why a game is over by the rules alone. */
export interface Outcome {
  /** Absent: a draw. */
  winner?: Colour
  reason: 'checkmate' | 'stalemate' | 'no-moves' | 'insufficient' | 'score'
  /** Final score of colour 1 and 2, if the game has one. */
  score?: [number, number]
}

/** A way of writing moves: `san`, `uci`, `iccs`, `wxf`, `chinese`, `coordinate` ...; each game has its own list. */
export type NotationStyle = string

/** The rules of a game as functions over its positions. */
export interface Rules<P extends Position = Position> {
  readonly game: Game
  /** The notations that writeMove offers; the first is the default. */
  readonly styles: readonly NotationStyle[]

  /** The initial position, or the given set-up, size and variant. Throws PositionError when they are invalid. */
  start(options?: StartOptions): P
  /** Reads position text (FEN and its relatives). Throws PositionError. */
  parse(text: string, options?: Pick<StartOptions, 'variant' | 'size'>): P
  /** Writes position text that `parse` reads back. */
  format(position: P): string
  /** An independent copy. */
  clone(position: P): P

  /**
   * Plays a move in place. Legality is not checked: real records hold illegal
   * moves, so any move whose squares are on the board must be accepted, put the piece where the move says, and be
   * undone exactly.
   */
  play(position: P, move: Move): void
  /** Undoes the last move. Throws TypeError when there is none. */
  undo(position: P): void
  /**
   * Writes the squares whose stones the last move captured or turned into `into`, which has room for a whole board, and
   * returns how many they are. Absent where a move changes no more than it says.
   */
  lastChanged?(position: P, into: Uint16Array): number
  /** All legal moves, in no particular order. */
  legal(position: P): Move[]
  /** Whether a move is legal. */
  isLegal(position: P, move: Move): boolean

  /** Changes the position according to a record's edits; this cannot be undone. Absent if the game has no edits. */
  edit?(position: P, edits: readonly Edit[], turn?: Colour): void

  /**
   * Reads a move in any notation of the game; undefined when it is not one or fits no legal move. With a `style` the
   * text is read only in that notation, since a text may mean different moves in different notations.
   */
  readMove(position: P, text: string, style?: NotationStyle): Move | undefined
  /**
   * Reads a move that need not be legal, if its text says what was moved: real records contain mistakes, which are kept
   * with an issue. Absent if no notation says that much.
   */
  readIllegalMove?(position: P, text: string, style?: NotationStyle): Move | undefined
  /** Writes a move about to be played. An illegal move is written as well as the notation can. */
  writeMove(position: P, move: Move, style?: NotationStyle): string

  /**
   * The 64-bit key of the position, as two 32-bit halves: high into
   * `into[at]`, low into `into[at + 1]`. Equal positions have equal keys,
   * between runs and versions too. Positions are equal in the usual sense of the game: pieces, side to move, and in
   * chess castling rights and a possible en passant capture.
   */
  key(position: P, into: Uint32Array, at?: number): void

  /**
   * The smallest key of the position's images under the symmetries of the board, with `swapColours` also with the
   * colours swapped; halves as for `key`. Returns which image it is: the symmetry (see symmetry.ts), plus 8 if the
   * colours are swapped. Absent for games without symmetry (chess).
   */
  canonicalKey?(position: P, into: Uint32Array, at?: number, swapColours?: boolean): number

  /** The outcome by the rules; undefined while the game goes on. */
  outcome(position: P): Outcome | undefined

  /** Text of a square: e4, h2, f5, Q16. */
  formatSquare(position: P, square: number): string
}
