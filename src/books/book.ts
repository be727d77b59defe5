/**
 * The contract of an opening book: moves by position, with what the book says of each. A format of books is a value,
 * plain data and two functions, as formats of games are; a book is synchronous once it is open.
 */
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { Position } from '../rules/rules.ts'

/** A move of a book. What the format does not say is absent. */
export interface BookMove {
  move: Move
  /** How often to play it against the other moves of the position; 0 for never. */
  weight?: number
  /** Games in which the position after the move was reached, and how many of them were drawn. */
  games?: number
  draws?: number
  /** What the author thinks of the move, as a PGN glyph number. */
  glyph?: number
  /** Whether the author wants the move to be played: `main` or `never`. */
  advice?: 'main' | 'never'
}

/** What a book says of a position. */
export interface BookPosition {
  /** In the order of the book's preference. */
  moves: BookMove[]
  /** Moves that are stored and are not legal in the position, or could not be read. */
  unread: number
}

/** An open book. */
export interface Book {
  /** Id of its format. */
  readonly format: string
  readonly name: string
  /** Entries of the book, as its format counts them: moves in PolyGlot, positions in ChessBase. */
  readonly count: number
  readonly issues: readonly Issue[]
  /** Looks a position of the book's game up. A position that is not in the book has no moves. */
  lookUp(position: Position): BookPosition
}

/** A format of opening books. */
export interface BookFormat {
  readonly id: string
  readonly name: string
  readonly game: Game
  /** Extensions in lower case with their dot. */
  readonly extensions: readonly string[]
  /** Opens a book. Rejects with FormatError. */
  readonly open: (source: Source) => Promise<Book>
}
