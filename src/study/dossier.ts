/**
 * A dossier of a player: what somebody needs who is going to play them. The games come from one statement over the
 * catalogue, their moves from the main lines of the position index, and what everybody else plays from its statistics;
 * no game is opened but for its clocks.
 */
import type { Database } from '../database/database.ts'
import type { Colour, Move } from '../model/move.ts'
import { GAMES, type Game } from '../model/record.ts'
import { ratingPerformance } from '../model/rating-performance.ts'
import type { FoundGame, FoundOpening } from '../query/found-game.ts'
import type { GameQuery } from '../query/query.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { readClocks, type ClockReport } from './clocks.ts'
import { isUsualLine, linesOf, movesOfLine } from './game-lines.ts'
import { findDeviations, type Deviation } from './deviations.ts'
import { textsOfLine } from '../repertoire/line-text.ts'
import { growTree, pruneTree, STUDIED_MOVES, type TreeMove } from './move-tree.ts'
import { NoveltySearch, NOVELTY_PLIES } from './novelties.ts'
import { gamesOfPlayer, type PlayerGame } from './player-games.ts'
import { PositionCounts } from '../repertoire/position-counts.ts'
import { meetRepertoire, type RepertoireMeeting } from './meeting.ts'
import type { Repertoire } from '../repertoire/repertoire.ts'
import { addPoints, decided, emptyScore, shareOf, type Score } from '../repertoire/scores.ts'
import { extremesOf, type ScoredLine } from './extremes.ts'

/** A score with what it says: the share of the points and the rating performance, where they are known. */
export interface RatedScore extends Score {
  /** The share of the points, from 0 to 1. */
  score?: number
  /** Rating performance against the opponents whose ratings are known. */
  performance?: number
}

/** What was played by or against the player with one colour. */
export interface ColourPart extends RatedScore {
  /** Colour 1 moves first. */
  colour: Colour
  /** Games that begin as usual; the tree is made of these. */
  inTree: number
  tree: TreeMove[]
  openings: (RatedScore & { opening: FoundOpening; lastYear?: number })[]
}

/** Somebody the player met. */
export interface Opponent extends RatedScore {
  name: string
  /** Their last known rating. */
  rating?: number
  lastDate?: string
}

/** A move of the player that no game of the database had played before in a known position. */
export interface PlayedNovelty {
  game: FoundGame
  colour: Colour
  /** The moves up to it, for programs. */
  moves: string[]
  /** The same with numbers, in the usual notation; the last one is new. */
  line: string
  /** Earlier games in the position before it, and later games that played it. */
  before: number
  after: number
}

/** Everything that is told of a player. */
export interface Dossier extends RatedScore {
  name: string
  /** The spellings that count as this player. */
  names: string[]
  game: Game
  firstDate?: string
  lastDate?: string
  /** The last rating known, and the best. */
  rating?: number
  bestRating?: number
  /** The first of the years that count as recent. */
  recentSince?: number
  byColour: ColourPart[]
  byYear: (RatedScore & { year: number; rating?: number })[]
  /** Lines in which they score best and worst, compared with what they score with that colour. */
  best: ScoredLine[]
  worst: ScoredLine[]
  /** Where they usually play what others seldom play. */
  deviations: Deviation[]
  /** The most frequent first. */
  opponents: Opponent[]
  /** The latest first. */
  lastGames: FoundGame[]
  novelties: PlayedNovelty[]
  /** Games whose moves were looked at for novelties. */
  noveltyGames: number
  clocks?: ClockReport
  /** Where the repertoire of the reader and their games meet. */
  against?: RepertoireMeeting[]
}

/** What a dossier is made of, and how long its lists are. */
export interface DossierOptions {
  /** The kind of game; that with most games by default. */
  game?: Game
  /** Only games that meet these conditions count. */
  query?: Omit<GameQuery, 'game'>
  /** Years that count as recent, 3 by default, up to the year of the last game. */
  recentYears?: number
  /** Plies of the trees at most, 30 by default. */
  depth?: number
  /** Moves of each tree at most, 150 by default. */
  moves?: number
  /** Games of the list of the last games, 10 by default. */
  lastGames?: number
  /** The reader's own repertoire. */
  against?: Repertoire
  /** Called with the number of games walked through, and of how many. */
  onGame?: (walked: number, games: number) => void
}

/** Opponents and openings that are listed. */
const LISTED = 15
/** Lines in which the player scores best, and worst. */
const EXTREMES = 4
const DEVIATIONS = 8
const NOVELTIES = 12
/** The latest games whose moves are looked at for novelties. */
const NOVELTY_GAMES = 1000

const COLOURS: readonly Colour[] = [1, 2]

/** Makes the dossier of a player by full name or alias; undefined if no game matches. */
export async function makeDossier(
  database: Database,
  name: string,
  {
    game: wanted,
    query = {},
    recentYears = 3,
    depth = 30,
    moves = 150,
    lastGames = 10,
    against,
    onGame,
  }: DossierOptions = {},
): Promise<Dossier | undefined> {
  const found = await gamesOfPlayer(database, name, { ...query, ...(wanted && { game: wanted }) })
  const game = wanted ?? mostPlayed(found.games)
  const games = found.games.filter((one) => one.found.game === game)
  if (game === undefined || games.length === 0) return undefined
  const lastYear = games.at(-1)!.year
  const recentSince = lastYear === 0 ? undefined : lastYear - recentYears + 1
  const walked = await walkGames(database, game, games, recentSince, onGame)
  const start = rulesOf(game).start()
  const byColour: ColourPart[] = []
  for (const colour of COLOURS) {
    const own = games.filter((one) => one.colour === colour)
    if (own.length === 0) continue
    const counts = walked.counts[colour]
    const inTree = counts.at(start)?.games ?? 0
    byColour.push({
      colour,
      ...rated(own),
      inTree,
      tree: await growTree(database, counts, start, {
        most: Math.max(moves, STUDIED_MOVES),
        depth,
        least: inTree < FEW_GAMES ? 1 : 2,
        withDatabase: true,
      }),
      openings: openingsOf(own),
    })
  }
  const { best, worst } = extremesOf(byColour, EXTREMES)
  const deviations = await findDeviations(database, game, byColour, DEVIATIONS)
  const dates = games.flatMap((one) => one.found.date ?? [])
  const ratings = games.flatMap(({ rating }) => rating ?? [])
  const clocks = await readClocks(database, games)
  return {
    name: found.name,
    names: found.names,
    game,
    ...rated(games),
    ...(dates.length > 0 && { firstDate: dates[0]!, lastDate: dates.at(-1)! }),
    ...(ratings.length > 0 && { rating: ratings.at(-1)!, bestRating: Math.max(...ratings) }),
    ...(recentSince !== undefined && { recentSince }),
    byColour: byColour.map((part) => ({ ...part, tree: pruneTree(part.tree, moves) })),
    byYear: yearsOf(games),
    best,
    worst,
    deviations,
    opponents: opponentsOf(games),
    lastGames: games
      .toReversed()
      .slice(0, lastGames)
      .map((one) => one.found),
    ...(await noveltiesOf(database, game, games, walked.lines)),
    ...(clocks && { clocks }),
    ...(against && { against: await meetRepertoire(database, against, walked.counts, { most: moves, depth }) }),
  }
}

/** Games below which a tree has moves that were played once. */
const FEW_GAMES = 10

/** The kind of most games. */
function mostPlayed(games: readonly PlayerGame[]): Game | undefined {
  const count = (kind: Game) => games.filter(({ found }) => found.game === kind).length
  return GAMES.filter((kind) => count(kind) > 0).sort((left, right) => count(right) - count(left))[0]
}

/** A position and moves counted for each colour of the player, and the moves of every game. */
interface WalkedGames {
  counts: Record<Colour, PositionCounts>
  lines: Map<number, Move[]>
}

/** Walks through the main lines of the games that begin as usual. */
async function walkGames(
  database: Database,
  game: Game,
  games: readonly PlayerGame[],
  recentSince = Infinity,
  onGame?: DossierOptions['onGame'],
): Promise<WalkedGames> {
  const rules = rulesOf(game)
  const counts = { 1: new PositionCounts(game, recentSince), 2: new PositionCounts(game, recentSince) }
  const lines = new Map<number, Move[]>()
  const byId = new Map(games.map((one) => [one.found.id, one]))
  const position = rules.start()
  let walked = 0
  for await (const { game: id, words } of linesOf(database, game, [...byId.keys()])) {
    onGame?.(++walked, byId.size)
    if (!isUsualLine(game, words)) continue
    const line = movesOfLine(game, words, NOVELTY_PLIES)
    const { colour, points, year } = byId.get(id)!
    countLine(counts[colour], position, line, { id, points, year })
    lines.set(id, line)
  }
  return { counts, lines }
}

function countLine(
  counts: PositionCounts,
  position: Position,
  line: readonly Move[],
  game: Parameters<PositionCounts['add']>[2],
): void {
  const rules = rulesOf(counts.game)
  for (const move of line) {
    counts.add(position, move, game)
    rules.play(position, move)
  }
  counts.add(position, undefined, game)
  for (let ply = 0; ply < line.length; ply++) rules.undo(position)
}

/** The score of some games with its share and performance. */
function rated(games: readonly PlayerGame[]): RatedScore {
  const score = emptyScore()
  const known = emptyScore()
  let ratings = 0
  for (const { points, opponentRating } of games) {
    addPoints(score, points)
    if (opponentRating === undefined || points === undefined) continue
    addPoints(known, points)
    ratings += opponentRating
  }
  const share = shareOf(score)
  const against = decided(known)
  return {
    ...score,
    ...(share !== undefined && { score: share }),
    ...(against > 0 && { performance: ratingPerformance(ratings / against, shareOf(known)!) }),
  }
}

/** Groups of games by a property, those with most games first. */
function groupsOf(games: readonly PlayerGame[], property: (game: PlayerGame) => string | undefined) {
  const groups = Map.groupBy(games, property)
  groups.delete(undefined)
  return [...(groups as Map<string, PlayerGame[]>)].sort(
    ([left, some], [right, others]) => others.length - some.length || (left < right ? -1 : 1),
  )
}

function openingsOf(games: readonly PlayerGame[]): ColourPart['openings'] {
  const nameOf = ({ found: { opening } }: PlayerGame) => opening && (opening.eco ?? opening.name)
  return groupsOf(games, nameOf)
    .slice(0, LISTED)
    .map(([, own]) => {
      const lastYear = Math.max(...own.map(({ year }) => year))
      // Games under one code may have several names.
      const [name] = groupsOf(own, (one) => one.found.opening!.name ?? '')
      return { opening: name![1][0]!.found.opening!, ...rated(own), ...(lastYear > 0 && { lastYear }) }
    })
}

function opponentsOf(games: readonly PlayerGame[]): Opponent[] {
  return groupsOf(games, ({ opponent }) => opponent)
    .slice(0, LISTED)
    .map(([name, own]) => {
      const rating = own.findLast(({ opponentRating }) => opponentRating !== undefined)?.opponentRating
      const lastDate = own.at(-1)!.found.date
      return {
        name,
        ...rated(own),
        ...(rating !== undefined && { rating }),
        ...(lastDate !== undefined && { lastDate }),
      }
    })
}

function yearsOf(games: readonly PlayerGame[]): Dossier['byYear'] {
  const years = Map.groupBy(
    games.filter(({ year }) => year > 0),
    ({ year }) => year,
  )
  return [...years].map(([year, own]) => {
    const ratings = own.flatMap(({ rating }) => rating ?? [])
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
    return { year, ...rated(own), ...(ratings.length > 0 && { rating: Math.round(mean) }) }
  })
}

/** The novelties that the player played, those in the best known positions first. */
async function noveltiesOf(
  database: Database,
  game: Game,
  games: readonly PlayerGame[],
  lines: ReadonlyMap<number, Move[]>,
): Promise<Pick<Dossier, 'novelties' | 'noveltyGames'>> {
  const looked = games.filter(({ found }) => lines.has(found.id) && found.date !== undefined).slice(-NOVELTY_GAMES)
  const byId = new Map(looked.map((one) => [one.found.id, one]))
  const dated = looked.map(({ found: { id, date } }) => ({ id, date: date!, moves: lines.get(id)! }))
  const found = await new NoveltySearch(database, game).find(dated)
  const own = found
    // The side to move alternates at the usual start; Othello has passes, which its rules tell.
    .filter(({ id, ply }) => moverOf(game, lines.get(id)!, ply) === byId.get(id)!.colour)
    .sort((left, right) => right.before - left.before || right.after - left.after || right.id - left.id)
  const novelties = own.slice(0, NOVELTIES).map(({ id, ply, before, after }): PlayedNovelty => {
    const one = byId.get(id)!
    const texts = textsOfLine(game, lines.get(id)!.slice(0, ply + 1))
    return { game: one.found, colour: one.colour, ...texts, before, after }
  })
  return { novelties, noveltyGames: looked.length }
}

/** Who plays a move of a line. */
function moverOf(game: Game, line: readonly Move[], ply: number): Colour {
  const rules = rulesOf(game)
  const position = rules.start()
  for (const move of line.slice(0, ply)) rules.play(position, move)
  return position.turn
}
