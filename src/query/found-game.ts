/**
 * Games as lines of a list: the shape in which searches, the explorer, the command line, HTTP and the page tell of
 * them. docs/query.md promises its names.
 */
import type { Game } from '../model/record.ts'
import { isWhiteFirst } from './query.ts'

/** A player of a game found. */
export interface FoundPlayer {
  name?: string
  rating?: number
}

/** A code and a name, as the source has them, else as the moves show. */
export interface FoundOpening {
  /** ECO of chess, ECCO of xiangqi. */
  eco?: string
  name?: string
}

/** A game found. The names are lichess's where it has any; what is not known is absent. */
export interface FoundGame {
  /** Its number in the database. */
  id: number
  game: Game
  /** White is the player of White, who moves second in Go and Othello; in xiangqi the player of Red. */
  white?: FoundPlayer
  black?: FoundPlayer
  event?: string
  site?: string
  round?: string
  /** As far as it is known: `1999`, `1999-12`, `1999-12-31`. */
  date?: string
  /** The player who moves first named first: `1-0`, `0-1`, `1/2-1/2`, `0-0`, `*`. */
  result: string
  winner?: 'white' | 'black'
  /** Plies of the main line. */
  plies: number
  opening?: FoundOpening
}

/** An opening as a field of JSON; nothing when it is not known. */
export function openingOf(eco: string | undefined, name: string | undefined): { opening?: FoundOpening } {
  if (eco === undefined && name === undefined) return {}
  return { opening: { ...(eco !== undefined && { eco }), ...(name !== undefined && { name }) } }
}

/** What belongs to the players who move first and second as fields of White and Black. */
export function byColour<Value>(
  game: Game,
  first: Value | undefined,
  second: Value | undefined,
): { white?: Value; black?: Value } {
  const [white, black] = isWhiteFirst(game) ? [first, second] : [second, first]
  return { ...(white !== undefined && { white }), ...(black !== undefined && { black }) }
}

/** What belongs to White and Black in the order of moves. */
export function inOrder<Value>({
  game,
  white,
  black,
}: {
  game: Game
  white?: Value
  black?: Value
}): [first: Value | undefined, second: Value | undefined] {
  return isWhiteFirst(game) ? [white, black] : [black, white]
}
