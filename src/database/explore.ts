/** The opening explorer: what was played in a position, how often, how it went. */
import type { Colour, Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { decodeMove } from '../positions/move-code.ts'
import { mergeStatistics, type MoveStatistics } from '../positions/statistics.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { inverseSymmetry, symmetryCount, transformMove, transformSquare } from '../rules/symmetry.ts'
import type { Database } from './database.ts'

/** A move as the explorer shows it. */
export interface ExploredMove extends Omit<MoveStatistics, 'move'> {
  move: Move
  /** Mean rating of those who played it, and of their opponents; absent when none is known. */
  rating?: number
  opponentRating?: number
  /** Performance of the side that played it: opponents' mean rating and the result, on the usual scale of 400 points. */
  performance?: number
}

/** Everything known of a position. */
export interface Exploration {
  games: number
  first: number
  draws: number
  second: number
  /** Games that ended here. */
  ended: number
  moves: ExploredMove[]
}

/** Looks a position up in all segments of its game. */
export async function explore(database: Database, game: Game, position: Position): Promise<Exploration> {
  const { key, symmetry } = positionKey(game, position)
  const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.statistics(key[0]!, key[1]!)))
  return makeExploration(game, position, symmetry, mergeStatistics(lists))
}

/** The key under which a position is indexed, and the symmetry that leads there. */
export function positionKey(game: Game, position: Position): { key: Uint32Array; symmetry: number } {
  const rules = rulesOf(game)
  const key = new Uint32Array(2)
  if (rules.canonicalKey) return { key, symmetry: rules.canonicalKey(position, key) }
  rules.key(position, key)
  return { key, symmetry: 0 }
}

/** Turns indexed statistics into the explorer's moves, on the board as it was asked about. */
export function makeExploration(
  game: Game,
  position: Position,
  symmetry: number,
  statistics: readonly MoveStatistics[],
): Exploration {
  const exploration: Exploration = { games: 0, first: 0, draws: 0, second: 0, ended: 0, moves: [] }
  const turned: MoveStatistics[] = []
  const images = rulesOf(game).canonicalKey ? ownSymmetries(position) : [0]
  for (const row of statistics) {
    exploration.games += row.games
    exploration.first += row.first
    exploration.draws += row.draws
    exploration.second += row.second
    const move = decodeMove(game, row.move)
    if (move === undefined) exploration.ended += row.games
    else turned.push({ ...row, move: ownImage(move, symmetry, images, position) })
  }
  exploration.moves = mergeStatistics([turned]).map((row) => describeMove(row, position.turn))
  return exploration
}

/** The symmetries that leave a position as it is: moves that they map onto each other are one. */
function ownSymmetries(position: Position): number[] {
  const { columns, rows } = position
  const all = Array.from({ length: symmetryCount(columns, rows) }, (_, symmetry) => symmetry)
  return all.filter((symmetry) => {
    for (let square = 0; square < columns * rows; square++) {
      if (position.pieceAt(square) !== position.pieceAt(transformSquare(square, symmetry, columns, rows))) return false
    }
    return true
  })
}

/** An indexed move turned back onto the board, the first of its images by square. */
function ownImage(move: Move, symmetry: number, images: readonly number[], { columns, rows }: Position): Move {
  const back = transformMove(move, inverseSymmetry(symmetry), columns, rows)
  return Math.min(...images.map((image) => transformMove(back, image, columns, rows)))
}

/** A rating difference at which one side scores everything, by the table of the world federation. */
const LARGEST_DIFFERENCE = 800

function describeMove(row: MoveStatistics, turn: Colour): ExploredMove {
  const { ratingSum1, rated1, ratingSum2, rated2, first, draws, second } = row
  const [ownSum, own, otherSum, other] =
    turn === 1 ? [ratingSum1, rated1, ratingSum2, rated2] : [ratingSum2, rated2, ratingSum1, rated1]
  const explored: ExploredMove = { ...row }
  if (own > 0) explored.rating = Math.round(ownSum / own)
  if (other > 0) explored.opponentRating = Math.round(otherSum / other)
  const decided = first + draws + second
  if (explored.opponentRating !== undefined && decided > 0) {
    const score = ((turn === 1 ? first : second) + draws / 2) / decided
    const difference = score <= 0 || score >= 1 ? Infinity : -400 * Math.log10(1 / score - 1)
    const bounded = Math.min(LARGEST_DIFFERENCE, Math.abs(difference)) * (score < 0.5 ? -1 : 1)
    explored.performance = Math.round(explored.opponentRating + bounded)
  }
  return explored
}
