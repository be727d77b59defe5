/** The explorer's data about a position as plain JSON with the names of lichess, for HTTP and the command line. */
import type { Game } from '../../model/record.ts'
import type { Move } from '../../model/move.ts'
import type { ExploredMove } from '../../positions/exploration.ts'
import { isWhiteFirst } from '../../query/query.ts'
import { MACHINE_STYLES, rulesOf } from '../../rules/index.ts'
import type { Position } from '../../rules/rules.ts'
import type { DatabaseExploration } from './explore.ts'
import type { TreeMove } from './explore-tree.ts'
import { openingOf, type FoundOpening, type FoundPlayer } from '../../query/found-game.ts'

/** Games by their results: won by White, drawn, won by Black. White is Red in xiangqi. */
export interface ResultCounts {
  white: number
  draws: number
  black: number
  games: number
}

export interface DescribedMove extends ResultCounts {
  /** The move for programs: UCI in chess, coordinates in other games. */
  uci: string
  /** The move in the usual notation of its game. */
  san: string
  /** Average rating of those who played it and of their opponents, and performance. */
  averageRating?: number
  averageOpponentRating?: number
  performance?: number
  lastYear?: number
}

export interface DescribedTreeMove extends DescribedMove {
  moves: DescribedTreeMove[]
}

/** A game of strong players that reached the position. */
export interface TopGame {
  /** The move played here; absent if the game ended here. */
  uci?: string
  id: string
  winner?: 'white' | 'black'
  result: string
  white?: FoundPlayer
  black?: FoundPlayer
  year?: number
  /** `1999-12` */
  month?: string
}

export interface DescribedExploration extends ResultCounts {
  game: Game
  fen: string
  opening?: FoundOpening
  /** Games that ended here. */
  ended: number
  moves: DescribedMove[]
  topGames: TopGame[]
}

/** An exploration as plain JSON, its moves in UCI and SAN or the notations of the game. */
export function describeExploration(
  game: Game,
  position: Position,
  exploration: DatabaseExploration,
): DescribedExploration {
  const rules = rulesOf(game)
  const { opening, samples = [] } = exploration
  return {
    game,
    fen: rules.format(position),
    ...openingOf(opening?.code, opening?.name),
    ...countsOf(game, exploration),
    ended: exploration.ended,
    moves: exploration.moves.map((move) => describeMove(game, position, move)),
    topGames: samples.map(({ move, id, winner, result, white, black, date }) => ({
      ...(move !== undefined && { uci: uciOf(game, position, move) }),
      id: String(id),
      ...(winner && { winner }),
      result,
      ...(white && { white }),
      ...(black && { black }),
      ...(date !== undefined && { year: Number(date.slice(0, 4)) }),
      ...(date !== undefined && date.length >= 7 && { month: date.slice(0, 7) }),
    })),
  }
}

/** The moves of a tree below a position. */
export function describeTree(game: Game, position: Position, moves: readonly TreeMove[]): DescribedTreeMove[] {
  const rules = rulesOf(game)
  return moves.map((move) => {
    const described = describeMove(game, position, move)
    rules.play(position, move.move)
    const after = describeTree(game, position, move.moves)
    rules.undo(position)
    return { ...described, moves: after }
  })
}

function describeMove(game: Game, position: Position, move: ExploredMove): DescribedMove {
  const { rating, opponentRating, performance, lastYear } = move
  return {
    uci: uciOf(game, position, move.move),
    san: rulesOf(game).writeMove(position, move.move),
    ...countsOf(game, move),
    ...(rating !== undefined && { averageRating: rating }),
    ...(opponentRating !== undefined && { averageOpponentRating: opponentRating }),
    ...(performance !== undefined && { performance }),
    ...(lastYear !== 0 && { lastYear }),
  }
}

function uciOf(game: Game, position: Position, move: Move): string {
  return rulesOf(game).writeMove(position, move, MACHINE_STYLES[game])
}

function countsOf(
  game: Game,
  { first, draws, second, games }: Pick<ExploredMove, 'first' | 'draws' | 'second' | 'games'>,
): ResultCounts {
  return isWhiteFirst(game)
    ? { white: first, draws, black: second, games }
    : { white: second, draws, black: first, games }
}
