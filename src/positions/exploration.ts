/** Statistics of a position as moves on its board: what was played, how often, how it went. */
import { isPass, isPlacement, moveFrom, moveTo, type Colour, type Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { inverseSymmetry, symmetryCount, transformMove, transformSquare } from '../rules/symmetry.ts'
import { decodeMove } from './move-code.ts'
import { mergeStatistics, type MoveStatistics } from './statistics.ts'

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

/** Turns indexed statistics into the explorer's moves, on the board of the request. */
export function makeExploration(
  game: Game,
  position: Position,
  symmetry: number,
  statistics: readonly MoveStatistics[],
): Exploration {
  const exploration: Exploration = { games: 0, first: 0, draws: 0, second: 0, ended: 0, moves: [] }
  const turned: MoveStatistics[] = []
  const images = imagesOf(game, position)
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
export function imagesOf(game: Game, position: Position): number[] {
  if (!rulesOf(game).canonicalKey) return [0]
  const { columns, rows } = position
  const all = Array.from({ length: symmetryCount(columns, rows) }, (_, symmetry) => symmetry)
  return all.filter((symmetry) => {
    for (let square = 0; square < columns * rows; square++) {
      if (position.pieceAt(square) !== position.pieceAt(transformSquare(square, symmetry, columns, rows))) return false
    }
    return true
  })
}

/**
 * An indexed move turned back onto the board. Of equivalent moves it is the
 * one that books show: the rightmost from the side of colour 1, then the
 * nearest to the top, such as f5 in Othello, the upper right corner in Go and 炮二平五 in xiangqi.
 */
export function ownImage(move: Move, symmetry: number, images: readonly number[], position: Position): Move {
  const { columns, rows } = position
  const back = transformMove(move, inverseSymmetry(symmetry), columns, rows)
  if (images.length === 1 || isPass(move)) return back
  const candidates = images.map((image) => transformMove(back, image, columns, rows))
  return candidates.reduce((best, candidate) => (isShownBefore(candidate, best, columns) ? candidate : best))
}

function isShownBefore(move: Move, other: Move, columns: number): boolean {
  const from = isPlacement(move) ? 0 : (moveFrom(move) % columns) - (moveFrom(other) % columns)
  const column = (moveTo(move) % columns) - (moveTo(other) % columns)
  return (from || column || moveTo(other) - moveTo(move)) > 0
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
