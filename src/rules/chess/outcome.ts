/** The outcome of a chess game by the rules alone. */
import { otherColour } from '../../model/move.ts'
import type { Outcome } from '../rules.ts'
import { BISHOP, EDGE, KING, KNIGHT } from './pieces.ts'
import { hasLegalMove } from './moves.ts'
import type { ChessPosition } from './position.ts'

/** Checkmate, stalemate or insufficient material; undefined while the game goes on. */
export function outcome(position: ChessPosition): Outcome | undefined {
  if (!hasLegalMove(position)) {
    if (!position.inCheck()) return { reason: 'stalemate' }
    return { reason: 'checkmate', winner: otherColour(position.turn) }
  }
  return isInsufficient(position) ? { reason: 'insufficient' } : undefined
}

/**
 * Whether no sequence of moves can mate: besides one king each there is nothing, a single knight, or only bishops on
 * squares of one colour.
 */
function isInsufficient({ board, kings }: ChessPosition): boolean {
  if (kings[1] === EDGE || kings[2] === EDGE) return false
  let knights = 0
  const bishops = [0, 0]
  for (let square = 0; square < 64; square++) {
    const kind = board[square]! & 7
    if (kind === KNIGHT) knights++
    else if (kind === BISHOP) bishops[((square >> 3) + square) & 1]!++
    else if (kind !== 0 && kind !== KING) return false
  }
  const [dark, light] = bishops as [number, number]
  return knights === 0 ? dark === 0 || light === 0 : knights === 1 && dark + light === 0
}
