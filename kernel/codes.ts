/**
 * Plays the moves of a stored main line, which are codes of 16 bits (src/positions/move-code.ts), of a game from the
 * initial position. At a move that is not legal, and at a null move, the kernel gives up.
 */
import { canCastle, isLegal, KING, kingOf, pieceOn, turn } from './board'
import { addMove, beginLine } from './line'
import { INPUT } from './memory'

/** Reads what the wrapper has put into the input. Returns whether all moves are legal. */
export function readCodes(count: u32, withTexts: bool): bool {
  beginLine(withTexts)
  for (let index: u32 = 0; index < count; index++) {
    const code = <u32>load<u16>(INPUT + (index << 1))
    const from = code & 63
    const to = (code >> 6) & 63
    const promotion = code >> 12
    // Castling is the king capturing its own rook.
    const isCastling = from == kingOf(turn) && pieceOn(to) >> 3 == turn
    if (isCastling ? promotion != 0 || !mayCastleTo(from, to) : !isLegal(from, to, promotion)) return false
    if (!addMove(from, to, promotion)) return false
  }
  return true
}

/** Whether a king may castle with what is on a square. */
function mayCastleTo(king: u32, rook: u32): bool {
  return (rook == king + 3 && canCastle(true)) || (rook == king - 4 && canCastle(false))
}
