/** The database behind the page as a source of the explorer: the games that the list shows are the games that count. */
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { requestJson, type Parameters } from './server.ts'
import type { Filter } from './filter.ts'
import type { ExplorerSource, PositionFacts, SampleGame } from '../explorer/explorer-source.ts'

/** An answer of the explorer, in the field names of lichess: white is colour 1 of any game. */
interface Explored {
  white: number
  draws: number
  black: number
  games: number
  ended: number
  opening?: { eco?: string | null; name: string } | null
  moves: {
    uci: string
    white: number
    draws: number
    black: number
    games: number
    averageRating: number | null
    performance: number | null
    lastYear: number | null
  }[]
  topGames: {
    uci: string | null
    id: string
    result: string
    white: { name: string | null; rating: number | null }
    black: { name: string | null; rating: number | null }
    year: number | null
  }[]
}

const SAMPLES = 6

/** @param filter what games count; a position it may hold is left out */
export function databaseExplorer(filter: Filter): ExplorerSource {
  const { fen: _, game: __, ...conditions } = filter
  const asked = (game: Game, position: Position): Parameters => ({
    ...conditions,
    game,
    fen: rulesOf(game).format(position),
  })
  return {
    name: 'database',
    kinds: GAMES,
    takesFilter: true,
    async explore(game, position, signal) {
      const answer = await requestJson<Explored>('explore', asked(game, position), signal)
      return factsOf(answer, game, position)
    },
    async samples(game, position, signal) {
      const parameters = { ...asked(game, position), topGames: SAMPLES }
      const { topGames } = await requestJson<Explored>('explore', parameters, signal)
      return topGames.map((sample) => sampleOf(sample, game, position))
    },
  }
}

function factsOf(answer: Explored, game: Game, position: Position): PositionFacts {
  const rules = rulesOf(game)
  const { games, white, draws, black, ended, opening } = answer
  const moves = answer.moves.flatMap((row) => {
    const move = rules.readMove(position, row.uci)
    if (move === undefined) return []
    return {
      move,
      games: row.games,
      first: row.white,
      draws: row.draws,
      second: row.black,
      rating: row.averageRating ?? undefined,
      performance: row.performance ?? undefined,
      lastYear: row.lastYear ?? undefined,
    }
  })
  const name = opening ? [opening.eco, opening.name].filter(Boolean).join(' ') : undefined
  return { games, first: white, draws, second: black, ended, moves, opening: name }
}

function sampleOf(sample: Explored['topGames'][number], game: Game, position: Position): SampleGame {
  const { id, uci, result, white, black, year } = sample
  return {
    id: Number(id),
    move: uci === null ? undefined : rulesOf(game).readMove(position, uci),
    players: [white.name ?? '', black.name ?? ''],
    ratings: [white.rating ?? undefined, black.rating ?? undefined],
    result,
    year: year ?? undefined,
  }
}
