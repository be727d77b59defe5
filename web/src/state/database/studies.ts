/** The server's responses about the care of a database, and about preparing for a player. */
import type { Game } from '../../../../src/model/record.ts'
import type { FoundGame, FoundOpening } from '../../../../src/query/found-game.ts'
import type { Score } from './people.ts'

/** Games that are likely the same. */
export interface DuplicateGroup {
  reason: 'same moves, players and date' | 'same moves and players' | 'same moves'
  games: readonly (Pick<FoundGame, 'id' | 'game' | 'white' | 'black' | 'date' | 'event'> & { source: string })[]
  keep: number
  withOtherNotes: readonly number[]
}

/** A name that counts as a player. */
export interface Alias {
  name: string
  player: string
}

export interface SuggestedAlias extends Alias {
  games: number
  reason: 'same words' | 'same games' | 'team before'
  shared?: number
}

/** A file that games came from. */
export interface ListedSource {
  id: number
  path: string
  format: string
  size: number
  imported: string
  games: number
  damaged: number
}

type Colour = 1 | 2

/** A move of a tree, with what follows it. */
export interface TreeMove extends Score {
  /** For programs, and as people write it. */
  uci: string
  san: string
  score?: number
  share: number
  recent: number
  opening?: FoundOpening
  moves: readonly TreeMove[]
}

export interface ColourPart extends Score {
  colour: Colour
  score?: number
  tree: readonly TreeMove[]
}

/** A line from the start: its moves for programs, and as people write it. */
interface Line {
  moves: readonly string[]
  line: string
}

export interface ScoredLine extends Line, Score {
  score: number
  usual: number
  opening?: FoundOpening
}

export interface Deviation extends Line {
  share: number
  usual: { san: string; share: number }
}

export interface PlayedNovelty extends Line {
  game: FoundGame
}

/** What is told of a player to whoever meets them. */
export interface Dossier extends Score {
  name: string
  game: Game
  score?: number
  performance?: number
  rating?: number
  byColour: readonly ColourPart[]
  best: readonly ScoredLine[]
  worst: readonly ScoredLine[]
  deviations: readonly Deviation[]
  novelties: readonly PlayedNovelty[]
  noveltyGames: number
  lastGames: readonly FoundGame[]
  clocks?: { games: number; trouble: Score }
}
