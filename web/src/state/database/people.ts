/** What the server says of players and events, in the shapes of its answers. */
import type { Game } from '../../../../src/model/record.ts'
import type { FoundOpening } from '../../../../src/query/found-game.ts'

/** Games and how they went. */
export interface Score {
  games: number
  won: number
  drawn: number
  lost: number
}

export interface ListedPlayer extends Score {
  name: string
  firstYear?: number
  lastYear?: number
  bestRating?: number
  kinds: readonly Game[]
}

export interface ListedEvent {
  name: string
  site?: string
  firstDate?: string
  lastDate?: string
  games: number
  kinds: readonly Game[]
}

export interface PlayerDescription extends Score {
  name: string
  names: readonly string[]
  kinds: readonly Game[]
  byColour: readonly (Score & { colour: 1 | 2 })[]
  byYear: readonly (Score & { year?: number; rating?: number })[]
  /** Mean rating of every month with rated games, as 1999-12, or 1999 where the month is not known. */
  ratings: readonly { date: string; game: Game; rating: number }[]
  openings: readonly (Score & { game: Game; colour: 1 | 2; opening?: FoundOpening })[]
  opponents: readonly (Score & { name: string })[]
  events: readonly { name: string; date?: string; games: number }[]
}

export interface Standing extends Score {
  name: string
  rating?: number
  points: number
  results: readonly { id: number; opponent: string; colour: 1 | 2; round?: string; points?: number }[]
}

export interface EventDescription extends ListedEvent {
  rounds: readonly string[]
  table: readonly Standing[]
  players: number
}
