/** Images of a position: left and right exchanged, and the colours swapped with the board turned round. */
import { otherColour, type Colour } from '../../model/move.ts'
import { fileOf, mirrorSquare, RANKS, rankOf, squareAt } from './geometry.ts'
import { EMPTY } from './pieces.ts'
import { XiangqiPosition } from './position.ts'

/** The position with left and right exchanged, without the moves that led to it. */
export function mirrorPosition({ board, turn, halfmoveClock, moveNumber }: XiangqiPosition): XiangqiPosition {
  const mirrored = board.map((_, square) => board[mirrorSquare(square)]!)
  return new XiangqiPosition({ board: mirrored, turn, halfmoveClock, moveNumber })
}

/**
 * The position with Red and Black exchanged: each piece in the other colour on the other
 * side of the river, on the same file, and the other side to move.
 */
export function exchangeColours({ board, turn, halfmoveClock, moveNumber }: XiangqiPosition): XiangqiPosition {
  const exchanged = board.map((_, square) => {
    const piece = board[squareAt(fileOf(square), RANKS - 1 - rankOf(square))]!
    return piece === EMPTY ? EMPTY : (otherColour((piece >> 3) as Colour) << 3) | (piece & 7)
  })
  return new XiangqiPosition({ board: exchanged, turn: otherColour(turn), halfmoveClock, moveNumber })
}

/**
 * The smaller key of the position and its mirror image, with `swapColours` the smallest of these and of the two with
 * colours swapped. Returns which image it is, numbered as in ../symmetry.ts: 0 or 1, or with colours swapped 10 or 11
 * (top and bottom exchanged as well, plus 8).
 */
export function canonicalKey(position: XiangqiPosition, into: Uint32Array, at = 0, swapColours = false): number {
  const image = smallerKey(position, into, at)
  if (!swapColours) return image
  const high = into[at]!
  const low = into[at + 1]!
  const exchangedImage = smallerKey(exchangeColours(position), into, at)
  if (into[at]! < high || (into[at] === high && into[at + 1]! < low)) return 10 + exchangedImage
  into[at] = high
  into[at + 1] = low
  return image
}

/** Writes the smaller key of a position and its mirror image and returns which it is: 0 or 1. */
function smallerKey(position: XiangqiPosition, into: Uint32Array, at: number): 0 | 1 {
  const { zobristHigh, zobristLow, mirrorKeyHigh, mirrorKeyLow } = position
  const isMirrored = mirrorKeyHigh < zobristHigh || (mirrorKeyHigh === zobristHigh && mirrorKeyLow < zobristLow)
  into[at] = isMirrored ? mirrorKeyHigh : zobristHigh
  into[at + 1] = isMirrored ? mirrorKeyLow : zobristLow
  return isMirrored ? 1 : 0
}
