/**
 * An opening report: everything a database says about a position. Games, years and ratings come from the postings and
 * facts of the index, names from one statement over the catalogue for each list, and what follows from the main lines of
 * the games, of many thousands of which a sample is walked through.
 */
import type { Database } from '../database/database.ts'
import { listAliases } from '../database/collections/aliases.ts'
import { isOneOf } from '../database/catalogue/is-one-of.ts'
import { describeExploration, type DescribedMove } from '../database/search/describe-exploration.ts'
import { explore } from '../database/search/explore.ts'
import { foundGame, FOUND_COLUMNS } from '../database/search/found-row.ts'
import { gameFilter } from '../database/search/search.ts'
import type { Colour, Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { loadOpenings } from '../openings/index.ts'
import { RESULT_CODES, type GameFacts } from '../positions/facts.ts'
import { everyGame } from '../positions/read/filtered.ts'
import { positionKey } from '../positions/position-key.ts'
import { openingOf, type FoundGame, type FoundOpening } from '../query/found-game.ts'
import type { GameQuery } from '../query/query.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { isUsualLine, linesOf, movesOfLine } from './game-lines.ts'
import { playTexts, textsOfLine, type LineText } from '../repertoire/line-text.ts'
import { growTree, pruneTree, STUDIED_MOVES, type TreeMove } from './move-tree.ts'
import { NoveltySearch, NOVELTY_PLIES } from './novelties.ts'
import { LineWalk, type Ending, type Plans } from './line-walk.ts'
import { addPoints, emptyScore, shareOf, type Points, type Score } from '../repertoire/scores.ts'

/** Games with the share of the points of the side that moves first. */
export interface SharedScore extends Score {
  /** From 0 to 1; absent without results. */
  score?: number
}

/** The games of a year. */
export interface ReportYear extends SharedScore {
  year: number
  /** All games of the database of that year and kind. */
  all: number
}

/** Games by the mean rating of their players. */
export interface RatingBand extends SharedScore {
  /** The least rating of the band, and the one that is the first of the next. */
  from: number
  to: number
}

/** An order of moves in which games came to the position. */
export interface MoveOrder extends LineText {
  games: number
}

/** Who plays it with a colour. The scores are theirs. */
export interface ReportPlayer extends SharedScore {
  name: string
  rating?: number
  lastYear?: number
}

/** A move with which a game was the first to leave known positions. */
export interface ReportNovelty extends LineText {
  game: FoundGame
  colour: Colour
  /** Earlier games in the position before it, and later games that played it. */
  before: number
  after: number
}

/** What a database says about a position. The scores are those of the side that moves first in the game. */
export interface Report extends SharedScore {
  game: Game
  /** The position as text. */
  fen: string
  /** Its name, otherwise the last one on the way to it. */
  opening?: FoundOpening
  /** Plies played before it, by the order of moves in most games. */
  ply: number
  firstYear?: number
  lastYear?: number
  byYear: ReportYear[]
  byRating: RatingBand[]
  /** Every move played in it, as the explorer has them. */
  moves: DescribedMove[]
  /** Games that were walked through for the lines, orders, plans and endings: of many thousands a sample. */
  walked: number
  /** The lines with the most games among those walked through; `database` of each move counts all. */
  tree: TreeMove[]
  orders: MoveOrder[]
  players: { colour: Colour; players: ReportPlayer[] }[]
  plans?: Plans
  endings: Ending[]
  /** Plies of a game on average. */
  meanPlies?: number
  /** Games of the strongest players, and the shortest that somebody won. */
  modelGames: FoundGame[]
  shortGames: FoundGame[]
  /** The latest first; with an event, in the order of its games. */
  novelties: ReportNovelty[]
  /** Games looked at for novelties. */
  noveltyGames: number
}

/** What a report is made of. */
export interface ReportOptions {
  /** Only games that meet these conditions count. */
  query?: Omit<GameQuery, 'game' | 'position'>
  /** Plies of the tree at most, 20 by default. */
  depth?: number
  /** Moves of the tree at most, 150 by default. */
  moves?: number
  /** Years that count as recent, 3 by default, up to the last year. */
  recentYears?: number
  /** Games of each list of games, 5 by default. */
  games?: number
  /** Called with the number of games walked through, and of how many. */
  onGame?: (walked: number, games: number) => void
}

/** Games that are walked through at most. */
const WALKED = 10_000
/** The latest games that are looked at for novelties; of an event all, up to a number. */
const NOVELTY_GAMES = 300
const EVENT_GAMES = 2000
/** Novelties that are listed, but those of an event. */
const NOVELTIES = 12
const PLAYERS = 12
const ORDERS = 8
const ENDINGS = 10
/** Rating points of a band. */
const BAND = 200
/** Plies of a line, that scans of whole games stop at. */
const LINE_PLIES = 1000

/** The position of a report. */
export function positionOfReport({ game, fen, orders }: Pick<Report, 'game' | 'fen' | 'orders'>): Position {
  const [most] = orders
  return most ? playTexts(game, most.moves).position : rulesOf(game).parse(fen)
}

/** The last opening that a line passes through. */
async function lastName(game: Game, moves: readonly string[]): Promise<{ opening?: FoundOpening }> {
  const book = await loadOpenings(game)
  for (let ply = moves.length; ply > 0; ply--) {
    const opening = book?.at?.(playTexts(game, moves.slice(0, ply)).position)
    if (opening) return openingOf(opening.code, opening.name)
  }
  return {}
}

/** The games of the position that count, with their facts. */
interface Reached {
  ids: number[]
  facts: GameFacts[]
}

/** Makes the report of a position. Rejects with ConditionError if it is not there and no game can reach it. */
export async function makeReport(
  database: Database,
  game: Game,
  position: Position,
  { query = {}, depth = 20, moves = 150, recentYears = 3, games = 5, onGame }: ReportOptions = {},
): Promise<Report> {
  const exploration = await explore(database, game, position, { query, games })
  const described = describeExploration(game, position, exploration)
  const reached = await gamesOf(database, game, position, query)
  const years = reached.ids.map((id) => factsOf(reached, id).year(id)).filter((year) => year > 0)
  const lastYear = years.reduce((last, year) => Math.max(last, year), 0)
  const recentFrom = lastYear === 0 ? Infinity : lastYear - recentYears + 1
  const walk = new LineWalk(game, position, recentFrom, depth)
  const sample = sampleOf(reached.ids, WALKED)
  let walked = 0
  for await (const { game: id, words } of linesOf(database, game, sample)) {
    onGame?.(++walked, sample.length)
    if (!isUsualLine(game, words)) continue
    const facts = factsOf(reached, id)
    walk.add(movesOfLine(game, words, LINE_PLIES), {
      id,
      points: pointsOfCode(facts.result(id)),
      year: facts.year(id),
    })
  }
  const orders = walk.orders(ORDERS).map(({ line, games: count }) => ({ ...textsOfLine(game, line), games: count }))
  const tree = await growTree(database, walk.counts, position, {
    most: Math.max(moves, STUDIED_MOVES),
    depth,
    least: walk.games < 10 ? 1 : 2,
    withDatabase: true,
  })
  const total = emptyScore()
  for (const id of reached.ids) addPoints(total, pointsOfCode(factsOf(reached, id).result(id)))
  const plans = walk.plans()
  return {
    game,
    fen: described.fen,
    ...(described.opening ? { opening: described.opening } : await lastName(game, orders[0]?.moves ?? [])),
    ply: orders[0]?.moves.length ?? position.ply,
    ...shared(total),
    ...(lastYear > 0 && { firstYear: years.reduce((first, year) => Math.min(first, year)), lastYear }),
    byYear: yearsOf(database, game, reached),
    byRating: ratingsOf(reached),
    moves: described.moves,
    walked: walk.games,
    tree: pruneTree(tree, moves),
    orders,
    players: await playersOf(database, reached.ids),
    ...(plans && { plans }),
    endings: walk.endings(ENDINGS),
    ...(walk.meanPlies !== undefined && { meanPlies: walk.meanPlies }),
    modelGames: (exploration.samples ?? []).map(({ move: _move, ...found }) => found),
    shortGames: await shortGames(database, reached.ids, games),
    ...(await noveltiesOf(database, game, reached.ids, query.event !== undefined)),
  }
}

/** The games that reached a position and count. */
async function gamesOf(
  database: Database,
  game: Game,
  position: Position,
  query: NonNullable<ReportOptions['query']>,
): Promise<Reached> {
  const { key } = positionKey(game, position)
  const counts = Object.keys(query).length > 0 ? await gameFilter(database, { ...query, game }) : everyGame
  const reached: Reached = { ids: [], facts: [] }
  for (const segment of database.segmentsOf(game)) {
    const facts = await segment.readFacts()
    const { games } = await segment.postings(key[0]!, key[1]!)
    reached.facts.push(facts)
    const sorted = games.toSorted()
    for (let index = 0; index < sorted.length; index++) {
      const id = sorted[index]!
      if (id !== sorted[index - 1] && counts.has(id, facts)) reached.ids.push(id)
    }
  }
  return reached
}

function factsOf({ facts }: Reached, id: number): GameFacts {
  return facts.length === 1 ? facts[0]! : facts.find((one) => one.has(id))!
}

/** The points of the side that moves first. */
function pointsOfCode(code: number): Points {
  if (code === RESULT_CODES.draw) return 0.5
  if (code === RESULT_CODES.first) return 1
  return code === RESULT_CODES.second ? 0 : undefined
}

function shared<Counted extends Score>(counted: Counted): Counted & SharedScore {
  const score = shareOf(counted)
  return score === undefined ? counted : { ...counted, score }
}

/** Some of many games, evenly spread. */
function sampleOf(ids: readonly number[], most: number): number[] {
  if (ids.length <= most) return [...ids]
  return Array.from({ length: most }, (_, index) => ids[Math.floor((index * ids.length) / most)]!)
}

function yearsOf(database: Database, game: Game, reached: Reached): ReportYear[] {
  const years = new Map<number, ReportYear>()
  for (const id of reached.ids) {
    const facts = factsOf(reached, id)
    const year = facts.year(id)
    if (year === 0) continue
    const known = years.get(year) ?? { year, all: 0, ...emptyScore() }
    years.set(year, known)
    addPoints(known, pointsOfCode(facts.result(id)))
  }
  const all = new Uint32Array(0x10000)
  for (const facts of reached.facts) {
    for (let id = facts.firstGame; id < facts.firstGame + facts.count; id++) if (facts.has(id)) all[facts.year(id)]!++
  }
  return [...years.values()]
    .sort((left, right) => left.year - right.year)
    .map((one) => shared({ ...one, all: all[one.year]! }))
}

function ratingsOf(reached: Reached): RatingBand[] {
  const bands = new Map<number, RatingBand>()
  for (const id of reached.ids) {
    const facts = factsOf(reached, id)
    const [one, other] = [facts.rating(id, 1), facts.rating(id, 2)]
    if (one === 0 || other === 0) continue
    const from = Math.floor((one + other) / 2 / BAND) * BAND
    const band = bands.get(from) ?? { from, to: from + BAND, ...emptyScore() }
    bands.set(from, band)
    addPoints(band, pointsOfCode(facts.result(id)))
  }
  return [...bands.values()].sort((left, right) => left.from - right.from).map(shared)
}

/** Who plays it most, with each colour. */
async function playersOf(database: Database, ids: readonly number[]): Promise<Report['players']> {
  const lists: Report['players'] = []
  const aliases = new Map((await listAliases(database)).map(({ name, player }) => [name, player]))
  for (const colour of [1, 2] as const) {
    const values: Parameters<typeof database.catalogue.rows>[1] = []
    const [won, lost] = colour === 1 ? ['1-0', '0-1'] : ['0-1', '1-0']
    const rows = await database.catalogue.rows(
      `SELECT player${colour} AS name, count(*)::INTEGER AS games,
         count(*) FILTER (result = '${won}')::INTEGER AS won,
         count(*) FILTER (result = '1/2-1/2')::INTEGER AS drawn,
         count(*) FILTER (result = '${lost}')::INTEGER AS lost,
         arg_max(rating${colour}, date)::INTEGER AS rating, max(year)::INTEGER AS last_year
       FROM games WHERE player${colour} IS NOT NULL AND ${isOneOf(ids, (value) => `$${values.push(value)}`)}
       GROUP BY 1 ORDER BY games DESC, name LIMIT ${aliases.size > 0 ? 10 * PLAYERS : PLAYERS}`,
      values,
    )
    const players = new Map<string, ReportPlayer>()
    for (const row of rows) {
      const name = aliases.get(String(row['name'])) ?? String(row['name'])
      const known = players.get(name) ?? { name, ...emptyScore() }
      players.set(name, known)
      for (const part of ['games', 'won', 'drawn', 'lost'] as const) known[part] += Number(row[part])
      if (row['rating'] !== null) known.rating ??= Number(row['rating'])
      if (row['last_year'] !== null) known.lastYear = Math.max(known.lastYear ?? 0, Number(row['last_year']))
    }
    const most = [...players.values()].sort((left, right) => right.games - left.games).slice(0, PLAYERS)
    if (most.length > 0) lists.push({ colour, players: most.map(shared) })
  }
  return lists
}

/** The shortest games that somebody won. */
async function shortGames(database: Database, ids: readonly number[], count: number): Promise<FoundGame[]> {
  const values: Parameters<typeof database.catalogue.rows>[1] = []
  const rows = await database.catalogue.rows(
    `SELECT ${FOUND_COLUMNS} FROM games WHERE result IN ('1-0', '0-1') AND plies > 0
       AND ${isOneOf(ids, (value) => `$${values.push(value)}`)} ORDER BY plies, id LIMIT $${values.push(count)}`,
    values,
  )
  return rows.map(foundGame)
}

/** Novelties of the latest games, or of every game of an event. */
async function noveltiesOf(
  database: Database,
  game: Game,
  ids: readonly number[],
  isEvent: boolean,
): Promise<Pick<Report, 'novelties' | 'noveltyGames'>> {
  const values: Parameters<typeof database.catalogue.rows>[1] = []
  const rows = await database.catalogue.rows(
    `SELECT ${FOUND_COLUMNS} FROM games WHERE date IS NOT NULL AND ${isOneOf(ids, (value) => `$${values.push(value)}`)}
     ORDER BY date DESC, id DESC LIMIT ${isEvent ? EVENT_GAMES : NOVELTY_GAMES}`,
    values,
  )
  const found = new Map(rows.map(foundGame).map((one) => [one.id, one]))
  const lines = new Map<number, Move[]>()
  for await (const { game: id, words } of linesOf(database, game, [...found.keys()])) {
    if (isUsualLine(game, words)) lines.set(id, movesOfLine(game, words, NOVELTY_PLIES))
  }
  const dated = [...lines].map(([id, moves]) => ({ id, date: found.get(id)!.date!, moves }))
  const novelties = (await new NoveltySearch(database, game).find(dated, isEvent ? 1 : undefined)).map((novelty) => {
    const line = lines.get(novelty.id)!.slice(0, novelty.ply + 1)
    const { before, after } = novelty
    return { game: found.get(novelty.id)!, colour: moverOf(game, line), ...textsOfLine(game, line), before, after }
  })
  const order = isEvent
    ? (left: ReportNovelty, right: ReportNovelty) => left.game.id - right.game.id
    : (left: ReportNovelty, right: ReportNovelty) =>
        right.game.date! < left.game.date! ? -1 : right.game.date! > left.game.date! ? 1 : right.game.id - left.game.id
  return {
    novelties: novelties.sort(order).slice(0, isEvent ? undefined : NOVELTIES),
    noveltyGames: lines.size,
  }
}

/** Who plays the last move of a line. */
function moverOf(game: Game, line: readonly Move[]): Colour {
  const rules = rulesOf(game)
  const position = rules.start()
  for (const move of line.slice(0, -1)) rules.play(position, move)
  return position.turn
}
