/** The database behind the page as a source of the explorer: it counts the games that the list shows. */
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { inOrder, type FoundOpening, type FoundPlayer } from '../../../../src/query/found-game.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { database, requestJson, type Parameters } from './server.ts'
import type { Filter } from './filter.ts'
import type { ExplorerSource, PositionFacts, SampleGame } from '../explorer/explorer-source.ts'
import type { ShapeSource } from '../patterns/shape-source.ts'

/** The server's response for a position, with lichess's field names. */
interface Explored {
  white: number
  draws: number
  black: number
  games: number
  ended: number
  opening?: FoundOpening
  moves: {
    uci: string
    white: number
    draws: number
    black: number
    games: number
    averageRating?: number
    performance?: number
    lastYear?: number
  }[]
  topGames: {
    uci?: string
    id: string
    result: string
    white?: FoundPlayer
    black?: FoundPlayer
    year?: number
  }[]
}

const SAMPLES = 6

/** @param filter which games count; any position in it is ignored */
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
    ...(database.value?.parts.includes('patterns') && { shapes: async () => await loadShapes(filter) }),
  }
}

/** The search for shapes, which is loaded when it is first needed. */
async function loadShapes(filter: Filter): Promise<ShapeSource> {
  const { servedShapes } = await import('../patterns/served-shapes.ts')
  return servedShapes(filter)
}

function factsOf(answer: Explored, game: Game, position: Position): PositionFacts {
  const rules = rulesOf(game)
  const { games, ended, opening } = answer
  const moves = answer.moves.flatMap((row) => {
    const move = rules.readMove(position, row.uci)
    if (move === undefined) return []
    return {
      move,
      games: row.games,
      ...resultsOf(row, game),
      rating: row.averageRating,
      performance: row.performance,
      lastYear: row.lastYear,
    }
  })
  const name = opening ? [opening.eco, opening.name].filter(Boolean).join(' ') : undefined
  return { games, ...resultsOf(answer, game), ended, moves, opening: name }
}

/** Results in the order of moves. */
function resultsOf({ white, draws, black }: Pick<Explored, 'white' | 'draws' | 'black'>, game: Game) {
  const [first = 0, second = 0] = inOrder({ game, white, black })
  return { first, draws, second }
}

function sampleOf(sample: Explored['topGames'][number], game: Game, position: Position): SampleGame {
  const { id, uci, result, white, black, year } = sample
  const [first, second] = inOrder({ game, ...(white && { white }), ...(black && { black }) })
  return {
    id: Number(id),
    move: uci === undefined ? undefined : rulesOf(game).readMove(position, uci),
    players: [first?.name ?? '', second?.name ?? ''],
    ratings: [first?.rating, second?.rating],
    result,
    year,
  }
}
