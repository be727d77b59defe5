/**
 * The explorer as lichess gives it, for programs that know that one: the same addresses, parameters and fields.
 * Parameters that a database has no data for, such as speeds, are accepted and make no difference.
 * Facts: the API reference of lichess, and the requests that its clients make.
 */
import type { Context } from 'hono'
import type { DatabaseExploration, ExploreOptions, SampledGame } from '../database/search/explore.ts'
import type { GameStore, PositionStore } from '../database/stores/store.ts'
import { isPass, moveFrom, movePromotion, moveTo, PROMOTION, type Move } from '../model/move.ts'
import { GAMES, type Game } from '../model/record.ts'
import { loadOpenings, type OpeningBook } from '../openings/index.ts'
import type { ExploredMove } from '../positions/exploration.ts'
import type { RatingGroups } from '../positions/read/filtered.ts'
import { ConditionError } from '../query/condition-error.ts'
import type { FoundPlayer } from '../query/found-game.ts'
import { parseConditions } from '../query/parse.ts'
import type { ConditionTexts } from '../query/conditions.ts'
import { isWhiteFirst, type GameQuery } from '../query/query.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { sendGame } from './games.ts'
import { numberOf, wholeNumber } from './request.ts'

/** Which of lichess's databases is asked for: they differ in their defaults and in a few fields. */
export type Pool = 'masters' | 'lichess' | 'player'

/** Moves and games of a reply by default, as at lichess. */
const DEFAULT_MOVES = 12
const DEFAULT_GAMES: Readonly<Record<Pool, { top: number; recent: number }>> = {
  masters: { top: 15, recent: 0 },
  lichess: { top: 4, recent: 4 },
  player: { top: 0, recent: 8 },
}

/** Most games that a reply lists. */
const MOST_GAMES = 100

/** Rating groups by their lower bound: a game belongs to the group that the mean of its ratings falls into. */
const RATING_GROUPS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500]

/** Handles a request for a position of one of the pools. */
export async function serveLichess(context: Context, store: PositionStore, pool: Pool): Promise<Response> {
  const parameters = context.req.query()
  const game = gameOf(parameters['variant'])
  if (game === undefined) return send(context, pool, { white: 0, draws: 0, black: 0, ...nothingPlayed() })
  const { position: asked, ...query } = readParameters(game, parameters)
  const position = asked?.position ?? rulesOf(game).start()
  const defaults = DEFAULT_GAMES[pool]
  const moves = wholeNumber(parameters, 'moves') ?? DEFAULT_MOVES
  const options: ExploreOptions = {
    query,
    games: Math.min(MOST_GAMES, wholeNumber(parameters, 'topGames') ?? defaults.top),
    recent: Math.min(MOST_GAMES, wholeNumber(parameters, 'recentGames') ?? defaults.recent),
    only: true,
  }
  if (pool === 'lichess') options.ratingGroups = readGroups(parameters['ratings'])
  const exploration = await exploreAny(store, game, position, options)
  const book = await loadOpenings(game)
  return send(context, pool, {
    ...countsOf(game, exploration),
    moves: exploration.moves.slice(0, moves).map((move) => describeMove(pool, game, position, move, exploration, book)),
    topGames: (exploration.samples ?? []).map((found) => describeGame(game, position, found)),
    recentGames: (exploration.recent ?? []).map((found) => describeGame(game, position, found)),
    opening: describeOpening(book, position),
  })
}

/** Handles a request for one game; replies with its PGN text. */
export async function serveLichessGame(context: Context, store: GameStore): Promise<Response> {
  return await sendGame(context, store, numberOf(context, 'game'), 'pgn')
}

/** One object; for a player as the only line of what could be a growing reply. */
function send(context: Context, pool: Pool, reply: object): Response {
  if (pool !== 'player') return context.json(reply)
  return context.body(`${JSON.stringify(reply)}\n`, 200, { 'Content-Type': 'application/x-ndjson' })
}

function nothingPlayed() {
  return { moves: [], topGames: [], recentGames: [], opening: null }
}

/** The game that a variant of lichess is; our other games go by their own names. Undefined where we have none. */
function gameOf(variant = 'standard'): Game | undefined {
  const name = variant.toLowerCase()
  if (name === 'standard' || name === 'chess960' || name === 'fromposition') return 'chess'
  return GAMES.find((game) => game === name)
}

/** Throws ConditionError. */
function readParameters(game: Game, parameters: Record<string, string>): GameQuery {
  const texts: ConditionTexts = { game }
  const { fen, play, since, until, player, color } = parameters
  if (fen) texts.position = fen
  if (play) texts.moves = play
  if (since) texts.since = since
  if (until) texts.until = until
  if (player) texts.player = player
  if (player && color) texts.colour = color
  const { game: _, ...query } = parseConditions(texts)
  return query
}

/**
 * The rating groups `1600,1800`; undefined where all are wanted. Games without ratings belong to every group: clients
 * always send groups, and would otherwise find nothing in a base of old games.
 */
function readGroups(text = ''): RatingGroups | undefined {
  const wanted = new Set(text.split(','))
  const groups = RATING_GROUPS.filter((group) => wanted.has(String(group)))
  if (groups.length === 0 || groups.length === RATING_GROUPS.length) return undefined
  return groups.map((from) => [from, RATING_GROUPS[RATING_GROUPS.indexOf(from) + 1] ?? Infinity])
}

/** What was played in a position. Of one that no game can reach, nothing was. */
async function exploreAny(store: PositionStore, game: Game, position: Position, options: ExploreOptions) {
  try {
    return await store.explore(game, position, options)
  } catch (error) {
    if (!(error instanceof ConditionError) || error.code !== 'query/unreachable') throw error
    return { games: 0, first: 0, draws: 0, second: 0, ended: 0, moves: [] } satisfies DatabaseExploration
  }
}

function describeMove(
  pool: Pool,
  game: Game,
  position: Position,
  explored: ExploredMove,
  { only }: DatabaseExploration,
  book: OpeningBook | undefined,
) {
  const { move, games, rating, opponentRating, performance } = explored
  const rules = rulesOf(game)
  const san = rules.writeMove(position, move)
  const found = games === 1 ? only?.get(move) : undefined
  const described = {
    uci: writeUci(game, position, move),
    san,
    ...(pool === 'player'
      ? { averageOpponentRating: opponentRating ?? 0, performance: performance ?? 0 }
      : { averageRating: rating ?? 0 }),
    ...countsOf(game, explored),
    game: found ? describeGame(game, position, found) : null,
  }
  rules.play(position, move)
  const opening = describeOpening(book, position)
  rules.undo(position)
  return { ...described, opening }
}

function describeGame(game: Game, position: Position, { id, winner, white, black, date, move }: SampledGame) {
  return {
    ...(move !== undefined && { uci: writeUci(game, position, move) }),
    id: String(id),
    winner: winner ?? null,
    white: describePlayer(white),
    black: describePlayer(black),
    year: date === undefined ? 0 : Number(date.slice(0, 4)),
    month: date !== undefined && date.length >= 7 ? date.slice(0, 7) : null,
  }
}

/** Clients rely on both fields. */
function describePlayer({ name = '?', rating = 0 }: FoundPlayer = {}) {
  return { name, rating }
}

function describeOpening(book: OpeningBook | undefined, position: Position) {
  const opening = book?.at?.(position)
  return opening ? { eco: opening.code ?? '', name: opening.name } : null
}

/**
 * A move in UCI. Castling is the king's move to his rook, e1h1: lichess writes it so in every variant
 * (https://github.com/lichess-org/api/issues/198).
 */
function writeUci(game: Game, position: Position, move: Move): string {
  const rules = rulesOf(game)
  const isPlain = !isPass(move) && movePromotion(move) === PROMOTION.none
  if (game !== 'chess' || !isPlain) return rules.writeMove(position, move, MACHINE_STYLES[game])
  return rules.formatSquare(position, moveFrom(move)) + rules.formatSquare(position, moveTo(move))
}

function countsOf(game: Game, { first, draws, second }: Pick<ExploredMove, 'first' | 'draws' | 'second'>) {
  return isWhiteFirst(game) ? { white: first, draws, black: second } : { white: second, draws, black: first }
}
