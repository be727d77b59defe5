/** The record of one game: plain JSON, the same for four games and for every format. docs/record.md specifies it. */
import type { PartialDate } from './date.ts'
import type { Json } from './json.ts'
import type { Colour } from './move.ts'
import type { Result } from './result.ts'
import type { Timeline } from './timeline.ts'
import type { MoveNode } from './tree.ts'

/** A kind of game. */
export type Game = 'chess' | 'xiangqi' | 'go' | 'othello'

/** All kinds of games, in the order in which they are listed. */
export const GAMES: readonly Game[] = ['chess', 'xiangqi', 'go', 'othello']

/** Somebody who played or took part. */
export interface Player {
  /** The colour played; absent for a player without one and for those who only took part. */
  colour?: Colour
  /** `participant` took part (commented, watched, taught) without playing. Absent: played. */
  role?: 'participant'
  name?: string
  /** The same name in another script or spelling. */
  otherName?: string
  team?: Team
  /** Rating as a number, with its list where known. */
  rating?: number
  ratingType?: string
  /** Rank of Go (`3d`) or any other game. */
  rank?: string
  /** Title as written: GM, 特级大师, 名人. */
  title?: string
  /** Identifier, and the domain that gave it (`fide`, `kgs` ...). */
  id?: string
  domain?: string
  nation?: string
  birth?: PartialDate
  gender?: 'female' | 'male'
  /** Time used over the whole game, as written. */
  timeUsed?: string
  native?: Record<string, Json>
}

/** A team that a player plays for. */
export interface Team {
  name: string
  number?: number
  season?: boolean
  year?: number
  nation?: string
}

/** The tournament, match or occasion. */
export interface GameEvent {
  name?: string
  site?: string
  /** First and last day of the event; the day of the game is the record's own date. */
  date?: PartialDate
  endDate?: PartialDate
  type?: 'game' | 'match' | 'tournament' | 'swiss' | 'team' | 'knockout' | 'simul' | 'scheveningen'
  pace?: 'normal' | 'blitz' | 'rapid' | 'correspondence'
  nation?: string
  category?: number
  rounds?: number
  complete?: boolean
  isTeamEvent?: boolean
  boardPoints?: boolean
  threePointsForWin?: boolean
  /** Degrees north and east. */
  location?: { latitude: number; longitude: number }
  /** Rules that break ties, by name, the first to apply first. */
  tieBreaks?: string[]
  native?: Record<string, Json>
}

/** Where the record was published. */
export interface Publication {
  title?: string
  publisher?: string
  published?: PartialDate
  versionDate?: PartialDate
  version?: number
  quality?: 'high' | 'normal' | 'low'
}

/** Score of colour 1 after perfect play from the position with so many empty squares (Othello). */
export interface PerfectScore {
  score: number
  emptySquares: number
}

/** Time allowed for the game. */
export interface TimeControl {
  /** As the source wrote it. */
  text?: string
  periods?: { seconds?: number; increment?: number; moves?: number; byoYomi?: number; kind?: string }[]
}

/** Scoring rules of Go, and any other rules by name. */
export interface RuleSet {
  name?: string
  komi?: number
  scoring?: 'area' | 'territory'
  handicap?: number
}

/** Where a record came from. Not part of the game: two records equal but for their origin are equal. */
export interface Origin {
  format: string
  version?: string
  file?: string
  /** Index in the collection, from 0. */
  index?: number
  /** The number that the file itself gives the record, where it gives one. */
  id?: number
  /** Byte offset of the record in the file. */
  offset?: number
  /** Label of the text encoding the record was read with. */
  encoding?: string
}

/** The facts about a game, everything but its moves. */
export interface Header {
  /** Identifier of the game, and the domain that gave it. */
  id?: string
  domain?: string
  title?: string
  /** The title in several languages, if the source has them. */
  titles?: { language?: string; text: string }[]
  /** What the record is. Absent: a game. */
  kind?: 'game' | 'opening' | 'middlegame' | 'endgame' | 'problem' | 'tutorial' | 'fragment'
  event?: GameEvent
  round?: number
  subround?: number
  board?: number
  /** The round as written, when it is not a number. */
  roundText?: string
  date?: PartialDate
  /** The instant the game began, in ISO 8601 with zone. */
  instant?: string
  /** Where this game was played, when it is not the site of the event. */
  place?: string
  /** In the source's order, which matters in some formats; at most a few. */
  players: Player[]
  result: Result
  perfectScore?: PerfectScore
  timeControl?: TimeControl
  rules?: RuleSet
  /** ECO of chess, ECCO of xiangqi. */
  openingCode?: string
  /** A source's own number for the variation within the opening code. */
  openingSubcode?: number
  openingName?: string
  variationName?: string
  annotator?: string
  /** Who recorded or made the file. */
  recorder?: string
  publication?: Publication
  copyright?: string
  /** A text on the whole game, apart from the comments of the tree. */
  about?: string
  medals?: string[]
  /** Whether the source marks the game as one of its best; absent if it did not judge it. */
  isTopGame?: boolean
  /** Tags of the source's own, by name. */
  tags?: Record<string, string>
  deleted?: boolean
}

/** A game, a problem or a study: its header and its tree of moves. docs/record.md specifies every field. */
export interface GameRecord {
  game: Game
  /** Rules other than the standard ones: `chess960` and the like. */
  variant?: string
  /** Size of the board when it is not the game's usual one. */
  size?: { columns: number; rows: number }
  /** Start position in the game's own position text (FEN for chess and xiangqi) if it is not the initial one. */
  setup?: string
  header: Header
  /** The tree: node 0 is the root. See tree.ts. */
  nodes: MoveNode[]
  /** The game as it happened, for formats that record a timeline; the tree is derived from it. */
  timeline?: Timeline
  /** What the model does not know, under the format's id, as the format had it. */
  native?: Record<string, Json>
  origin?: Origin
}

/** A text that is not a game: an introduction, a chapter, a tournament report. */
export interface TextDocument {
  header: Header
  titles: { language?: string; text: string }[]
  bodies: { language?: string; mediaType: 'text/plain' | 'text/html'; text: string }[]
  /**
   * Objects embedded in a body (the first without `body`), by character position; the
   * text has U+FFFC there, the object replacement character.
   */
  objects?: { kind: string; body?: number; at: number; text?: string; base64?: string }[]
  /** Names of files that the bodies use: pictures and the like. */
  media?: string[]
  native?: Record<string, Json>
  origin?: Origin
}

/** The usual size of each game's board. */
export const USUAL_SIZE: Record<Game, { columns: number; rows: number }> = {
  chess: { columns: 8, rows: 8 },
  xiangqi: { columns: 9, rows: 10 },
  go: { columns: 19, rows: 19 },
  othello: { columns: 8, rows: 8 },
}

/** What each game calls colour 1 and colour 2. */
export const COLOUR_NAMES: Record<Game, readonly [string, string]> = {
  chess: ['White', 'Black'],
  xiangqi: ['Red', 'Black'],
  go: ['Black', 'White'],
  othello: ['Black', 'White'],
}

/** The name of a colour in a game: `White` for colour 1 of chess. */
export function colourName(game: Game, colour: Colour): string {
  return COLOUR_NAMES[game][colour - 1]!
}

/** The board a record is played on. */
export function boardSize(record: Pick<GameRecord, 'game' | 'size'>): { columns: number; rows: number } {
  return record.size ?? USUAL_SIZE[record.game]
}

/** An empty record: the initial position, no moves, nobody named, no result. */
export function emptyRecord(game: Game): GameRecord {
  return { game, header: { players: [], result: { outcome: 'unfinished' } }, nodes: [{ parent: -1 }] }
}

/** The player of a colour, the first if there are several. */
export function playerOf(header: Header, colour: Colour): Player | undefined {
  const { players } = header
  for (let index = 0; index < players.length; index++) if (players[index]!.colour === colour) return players[index]
  return undefined
}

/** The player of a colour, added to the header if there is none. */
export function ensurePlayer(header: Header, colour: Colour): Player {
  let player = playerOf(header, colour)
  if (!player) {
    player = { colour }
    header.players.push(player)
  }
  return player
}
