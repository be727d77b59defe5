/**
 * The contract of an endgame tablebase: how a position of chess with few men ends with best play. A tablebase may be files on
 * disk or a service on the network, so looking a position up takes a while.
 */
import type { Move } from '../model/move.ts'
import { positionFault } from '../rules/index.ts'
import type { ChessPosition } from '../rules/chess/index.ts'

/**
 * The result for the side to move, best last. A cursed win and a blessed loss are draws by the fifty-move rule; with `maybe` the
 * rule decides, and what is known does not say how.
 */
export const CATEGORIES = [
  'loss',
  'maybe-loss',
  'blessed-loss',
  'draw',
  'unknown',
  'cursed-win',
  'maybe-win',
  'win',
] as const

/** One of {@link CATEGORIES}. */
export type Category = (typeof CATEGORIES)[number]

/** What a tablebase knows of a position, for the side to move in it. */
export interface TablebaseFacts {
  category: Category
  /**
   * Plies to the next capture or pawn move with best play, which keeps the result; negative for a loss, 0 for a draw. May be one
   * too small where the table is rounded.
   */
  dtz?: number
  /** Plies to mate with best play; negative for a loss. */
  dtm?: number
}

/** A legal move, with what is known of the position after it, for the side to move there: the opponent. */
export interface TablebaseMove extends TablebaseFacts {
  move: Move
}

/** What a tablebase says of a position. */
export interface TablebaseAnswer extends TablebaseFacts {
  /** The legal moves, best first. */
  moves: TablebaseMove[]
}

/** An open tablebase. */
export interface Tablebase {
  /** What people call it: a host, or a folder. */
  readonly name: string
  /** The largest number of men, kings included. */
  readonly men: number
  /**
   * Looks a position up; undefined if the tablebase does not have it. Rejects with FormatError when the tablebase cannot be
   * read or does not respond.
   */
  lookUp(position: ChessPosition, signal?: AbortSignal): Promise<TablebaseAnswer | undefined>
}

/** Number of men on the board, kings included. */
export function countMen(position: ChessPosition): number {
  let count = 0
  for (let square = 0; square < 64; square++) if (position.board[square] !== 0) count++
  return count
}

/** Whether tablebases with so many men can have a position: it is legal, and neither side may castle. */
export function hasFewMen(position: ChessPosition, men: number): boolean {
  return countMen(position) <= men && position.rights === 0 && positionFault(position) === undefined
}

/** The category of the same position for the other side. */
export function opposite(category: Category): Category {
  return OPPOSITES[category]
}

const OPPOSITES: Readonly<Record<Category, Category>> = {
  loss: 'win',
  'maybe-loss': 'maybe-win',
  'blessed-loss': 'cursed-win',
  draw: 'draw',
  unknown: 'unknown',
  'cursed-win': 'blessed-loss',
  'maybe-win': 'maybe-loss',
  win: 'loss',
}
