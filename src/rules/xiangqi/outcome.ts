/** The outcome of a xiangqi game by the rules alone. */
import { otherColour } from '../../model/move.ts'
import type { Outcome } from '../rules.ts'
import { EDGE } from './geometry.ts'
import { hasLegalMove } from './moves.ts'
import type { XiangqiPosition } from './position.ts'

/**
 * Checkmate or stalemate, both lost by the side that has no legal move; undefined while the game goes on. A side
 * without a king, or with several, cannot lose this way.
 */
export function outcome(position: XiangqiPosition): Outcome | undefined {
  if (position.kings[position.turn] === EDGE || hasLegalMove(position)) return undefined
  const reason = position.inCheck() ? 'checkmate' : 'stalemate'
  return { reason, winner: otherColour(position.turn) }
}
