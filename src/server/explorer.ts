/** The opening explorer over HTTP, in the field names of lichess. */
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { explore } from '../database/search/explore.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import { readQuery, wholeNumber } from './request.ts'

/** Games an answer of the explorer shows, at the most. */
const LARGEST_SAMPLE = 100

/** What was played in a position; white is colour 1 of any game. */
export async function answerExplore(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const { game = 'chess', position: asked, ...query } = readQuery(parameters)
  const rules = rulesOf(game)
  const position = asked?.position ?? rules.start()
  const games = Math.min(LARGEST_SAMPLE, wholeNumber(parameters, 'topGames') ?? 0)
  const exploration = await explore(database, game, position, { query, games })
  return context.json({
    game,
    fen: rules.format(position),
    opening: exploration.opening ? { eco: exploration.opening.code ?? null, name: exploration.opening.name } : null,
    white: exploration.first,
    draws: exploration.draws,
    black: exploration.second,
    games: exploration.games,
    ended: exploration.ended,
    moves: exploration.moves.map((move) => ({
      uci: rules.writeMove(position, move.move, MACHINE_STYLES[game]),
      san: rules.writeMove(position, move.move),
      white: move.first,
      draws: move.draws,
      black: move.second,
      games: move.games,
      averageRating: move.rating ?? null,
      averageOpponentRating: move.opponentRating ?? null,
      performance: move.performance ?? null,
      lastYear: move.lastYear === 0 ? null : move.lastYear,
    })),
    topGames: (exploration.samples ?? []).map(({ move, ...sample }) => ({
      uci: move === undefined ? null : rules.writeMove(position, move, MACHINE_STYLES[game]),
      id: String(sample.id),
      winner: WINNERS[sample.result] ?? null,
      result: sample.result,
      white: { name: sample.player1, rating: sample.rating1 },
      black: { name: sample.player2, rating: sample.rating2 },
      year: sample.date === null ? null : Number(sample.date.slice(0, 4)),
      month: sample.date === null || sample.date.length < 7 ? null : sample.date.slice(0, 7),
    })),
  })
}

const WINNERS: Record<string, 'white' | 'black'> = { '1-0': 'white', '0-1': 'black' }
