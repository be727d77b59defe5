/**
 * Games in lists, as returned by searches, the explorer, the command line and HTTP, and used by the page. docs/query.md
 * promises the names.
 */
import type { Game } from '../model/record.ts'
import { isWhiteFirst } from './query.ts'

/** A player of a game found. */
export interface FoundPlayer {
  name?: string
  rating?: number
}

/** A code and a name, from the source, otherwise from the moves. */
export interface FoundOpening {
  /** ECO of chess, ECCO of xiangqi. */
  eco?: string
  name?: string
}

/** A game found. The names are lichess's if it has any; unknown values are absent. */
export interface FoundGame {
  /** Its number in the database. */
  id: number
  game: Game
  /** White is the player of White, who moves second in Go and Othello; in xiangqi the player of Red. */
  white?: FoundPlayer
  black?: FoundPlayer
  /** Of a problem, or of a record with one. */
  title?: string
  event?: string
  site?: string
  round?: string
  /** As far as known: `1999`, `1999-12`, `1999-12-31`. */
  date?: string
  /** The first number is that of the player who moves first: `1-0`, `0-1`, `1/2-1/2`, `0-0`, `*`. */
  result: string
  winner?: 'white' | 'black'
  /** Plies of the main line. */
  plies: number
  opening?: FoundOpening
  /** Tags of one's own, in alphabetical order; absent without any. */
  tags?: string[]
}

/** An opening as a field of JSON; nothing if it is unknown. */
export function openingOf(eco: string | undefined, name: string | undefined): { opening?: FoundOpening } {
  if (eco === undefined && name === undefined) return {}
  return { opening: { ...(eco !== undefined && { eco }), ...(name !== undefined && { name }) } }
}

/** Values for the players who move first and second as fields for White and Black. */
export function byColour<Value>(
  game: Game,
  first: Value | undefined,
  second: Value | undefined,
): { white?: Value; black?: Value } {
  const [white, black] = isWhiteFirst(game) ? [first, second] : [second, first]
  return { ...(white !== undefined && { white }), ...(black !== undefined && { black }) }
}

/** Values for White and Black in the order of moves. */
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
