/** The server's responses about players and events. */
import type { TieBreak } from '../../../../src/database/names/tie-breaks.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { FoundGame, FoundOpening } from '../../../../src/query/found-game.ts'

/** The number of games and the results. */
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
  /** Average rating of every month with rated games, as 1999-12, or 1999 if the month is unknown. */
  ratings: readonly { date: string; game: Game; rating: number }[]
  openings: readonly (Score & { game: Game; colour: 1 | 2; opening?: FoundOpening })[]
  opponents: readonly (Score & { name: string })[]
  events: readonly { name: string; date?: string; games: number }[]
}

/** Two players against each other, seen from the first of them. */
export interface HeadToHead extends Score {
  name: string
  opponent: string
  kinds: readonly Game[]
  points: number
  opponentPoints: number
  byColour: readonly (Score & { colour: 1 | 2 })[]
  byYear: readonly (Score & { year?: number })[]
  openings: readonly (Score & { game: Game; colour: 1 | 2; opening: FoundOpening })[]
  list: readonly FoundGame[]
}

/** Games of one player in a row. */
export interface Series {
  name: string
  games: number
  firstDate: string
  lastDate: string
  first: number
  last: number
}

/** Records of games of one kind. */
export interface GameRecords {
  game: Game
  games: number
  longest: readonly FoundGame[]
  shortest: readonly FoundGame[]
  upsets: readonly { game: FoundGame; difference: number }[]
  wins: readonly Series[]
  unbeaten: readonly Series[]
  youngest: readonly { game: FoundGame; name: string; age: number }[]
}

export interface Standing extends Score {
  name: string
  rating?: number
  points: number
  /** Rating performance against the opponents whose ratings are known. */
  performance?: number
  /** The values of the rules that break ties. */
  tieBreaks?: Partial<Record<TieBreak, number>>
  results: readonly { id: number; opponent: string; colour: 1 | 2; round?: string; points?: number }[]
}

export interface EventDescription extends ListedEvent {
  editions: readonly { from?: string; to?: string; games: number }[]
  edition?: string
  rounds: readonly string[]
  table: readonly Standing[]
  /** What breaks ties in the table, the first to apply first. */
  tieBreaks: readonly TieBreak[]
  players: number
}
