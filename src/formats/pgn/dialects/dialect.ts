/**
 * The interface of a game in PGN. Another game is another value of this type, added to the list in dialects.ts: how its
 * tags identify it, and how its moves are read from bytes and written.
 */
import type { Move } from '../../../model/move.ts'
import type { Game } from '../../../model/record.ts'
import type { Position, Rules } from '../../../rules/rules.ts'
import type { SquareNames } from '../text/commands.ts'
import type { TagPair } from '../tags/header.ts'
import type { TagFields } from '../tags/tag-fields.ts'

/** The return value for bytes that are not a legal move. */
export const NO_MOVE = -1

export interface Dialect {
  readonly game: Game
  readonly rules: Rules
  /** How tags name the players. */
  readonly colours: readonly [string, string]
  readonly fields: TagFields
  /** Notations for writing. */
  readonly notations: readonly string[]
  /** The notation for files in an encoding. */
  usualNotation(encoding: string): string
  /** Names of squares in marks. */
  readonly squares: SquareNames
  /** Whether a word that begins with a digit may be a move. */
  readonly hasDigitMoves: boolean
  /** Names of the tags that `claims` and `variantOf` ask for. */
  readonly gameTagNames: readonly string[]
  /** Whether tags, or without them the first word of the movetext, say that it is this game. */
  claims(tags: TagLookup, firstWord: () => string): boolean
  /** Resets a position to the initial position, faster than by undoing its moves. */
  restart?(position: Position): void
  /** Reads the move written from `bytes[start]` up to `end`; NO_MOVE if it is not one. */
  readonly readMove: (position: Position, bytes: Uint8Array, start: number, end: number) => Move
  /**
   * How moves are read where the whole game decides it: the dialect for a game with these moves, if it is another one. Absent
   * where each move says it.
   */
  adapt?(tags: TagLookup, movetext: () => string, position: Position): Dialect | undefined
  /** Faster versions for the notation of most files. */
  readonly quick?: QuickNotation
  /** The variant that tags name, undefined for the usual rules. */
  variantOf(tags: TagLookup): string | undefined
  /** The value of the tag that names a variant. */
  variantTag(variant: string): string
  /** Tags that identify the game, before all others. */
  readonly leadTags: readonly TagPair[]
  /** The text of a position as the rules read it, of one in a tag `FEN`. Absent: as it stands. */
  readSetup?(fen: string): string
  /** Tags for a set-up position. */
  setupTags(fen: string): TagPair[]
  /** Tags that give the notation. */
  notationTags(notation: string): TagPair[]
  /** Tags that only give the game or the notation, and need not be kept. */
  isGameTag(name: string, value: string): boolean
}

/** A notation in ASCII whose moves are written as bytes while they are played. */
export interface QuickNotation {
  readonly name: string
  /**
   * Plays a move, writes it into bytes from an offset on and returns where it ends, at most 79 bytes further. `isLegal`
   * is whether the move is legal.
   */
  readonly playMove: (position: Position, move: Move, isLegal: boolean, into: Uint8Array, at: number) => number
}

/** The tags of a game. */
export interface TagLookup {
  get(name: string): string | undefined
  has(name: string): boolean
}

/** Names of the squares of a board with columns from `a`. */
export function nameSquares(columns: number, rows: number, firstRow: number): SquareNames {
  const names: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      names.push(String.fromCharCode(0x61 + column) + (row + firstRow))
    }
  }
  return { names, byName: new Map(names.map((name, square) => [name, square])) }
}
