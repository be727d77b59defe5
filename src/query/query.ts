/** A query, as plain data and positions. */
import type { PartialDate } from '../model/date.ts'
import type { Colour } from '../model/move.ts'
import type { Game, Header } from '../model/record.ts'
import type { Material } from '../patterns/question/material.ts'
import type { Pattern } from '../patterns/question/pattern.ts'
import type { Position } from '../rules/rules.ts'
import type { ResultSymbol } from '../model/header-fields.ts'

/** A side by the order of moves, or by colour: White moves first in chess, second in Go. */
export const SIDES = ['first', 'second', 'white', 'black'] as const
/** A side by the order of moves or by colour. */
export type Side = (typeof SIDES)[number]

/** Results as written, and from one player's point of view. */
export const RESULTS = ['1-0', '0-1', '1/2-1/2', '0-0', '*', 'win', 'loss', 'draw'] as const
/** A result that a query asks for. */
export type ResultCondition = (typeof RESULTS)[number]

/**
 * Conditions, all of which must hold; docs/query.md says what each means. Text
 * is matched by words (text.ts). Unknown values do not meet any condition.
 */
export interface GameQuery {
  /** Only these games, by their number in the database. */
  ids?: readonly number[]
  game?: Game
  /** A player of either colour. */
  player?: string
  /** Who played against `player`; alone, a player of either colour. */
  opponent?: string
  /** The side of `player`. */
  colour?: Side
  /** The player who moved first, and the one who moved second. */
  first?: string
  second?: string
  /** The player of White (of Red in xiangqi), and of Black. */
  white?: string
  black?: string
  event?: string
  site?: string
  since?: PartialDate
  until?: PartialDate
  /** `win` and `loss` are those of `player`; without one, a game that somebody won. */
  result?: ResultCondition
  /** Both players have a rating of at least, and of at most. */
  minRating?: number
  maxRating?: number
  /** Codes, ranges of codes, or words of the name (openings.ts), from the source or from the moves. */
  opening?: string
  /** Plies of the main line. */
  minPlies?: number
  maxPlies?: number
  /** The title of the record, in any of its languages. */
  title?: string
  annotator?: string
  comment?: string
  /** `game` also covers records whose source does not say what they are. */
  kind?: NonNullable<Header['kind']>
  /** The file that the game came from. */
  source?: string
  /** Read with errors, or without. */
  damaged?: boolean
  /** A tag of one's own (labels.ts). */
  tag?: string
  /** A collection of one's own, or one within it. */
  collection?: string
  /** Words of a note of one's own. */
  note?: string
  /** The name of a saved search that finds it. */
  saved?: string
  /** The name of a collection with a repertoire, one of whose lines it follows to the end. */
  repertoire?: string
  /** A position that occurs. */
  position?: { game: Game; position: Position }
  /** Pieces on some squares in a position of the main line; with `material` in the same position. */
  pattern?: Pattern
  /** These pieces on the board in a position of the main line. */
  material?: Material
  /** An expression over conditions that holds of the game. */
  where?: Where
}

/** The colour that a side has in a game. */
export function colourOfSide(side: Side, game: Game): Colour {
  if (side === 'first') return 1
  if (side === 'second') return 2
  return (side === 'white') === isWhiteFirst(game) ? 1 : 2
}

/** Whether White moves first; Red of xiangqi counts as White, as in its position text. */
export function isWhiteFirst(game: Game): boolean {
  return game === 'chess' || game === 'xiangqi'
}

/** The result that is a win for a colour. */
export const WINS: Readonly<Record<Colour, ResultSymbol>> = { 1: '1-0', 2: '0-1' }

/** The result in a condition, unless from one player's point of view. */
export function symbolOf(result: Exclude<ResultCondition, 'win' | 'loss'>): ResultSymbol {
  return result === 'draw' ? '1/2-1/2' : result
}

/** The conditions on the two players from the point of view of one of them; all must hold for the same player. */
export const SIDED = ['player', 'opponent', 'colour'] as const satisfies (keyof GameQuery)[]

/** Whether a query has conditions from the point of view of a player. */
export function isSided(query: GameQuery): boolean {
  return query.result === 'win' || query.result === 'loss' || SIDED.some((name) => query[name] !== undefined)
}

// Expressions over conditions: all of some, any of some, not, and positions of a game that follow one another. Plain
// data; docs/query.md has the grammar.

/** Which games are meant. */
export type Expression =
  | { type: 'all' | 'any'; parts: readonly Expression[] }
  | { type: 'not'; part: Expression }
  /** Conditions that hold together, as in a query of their own. */
  | { type: 'query'; query: GameQuery }
  /** Moments of the main line, each later than the one before it. */
  | { type: 'line'; game: Game; moments: readonly Moment[] }

/** What holds of one position of a main line and of the move that led to it. */
export type Moment = readonly MomentFact[]

/** One fact of a moment. Men are given by their number (positions/main-line.ts). */
export type MomentFact =
  | { type: 'position'; position: Position }
  | { type: 'material'; material: Material }
  /** One of these men was moved, or captured. */
  | { type: 'moved' | 'captured'; men: readonly number[] }
  /** How many men more the first side has, by the number of its man. */
  | { type: 'imbalance'; surplus: readonly number[] }

/** An expression with the text it was made from. */
export interface Where {
  text: string
  expression: Expression
}
