/** Writes a move as a description: what Chinese notation and WXF have in common. */
import { isPass, moveFrom, moveTo, type Move } from '../../model/move.ts'
import { fileOf, rankOf } from './geometry.ts'
import { ADVISOR, ELEPHANT } from './pieces.ts'
import { writeIccs } from './coordinates.ts'
import { findMove, ownFile, piecesOnFile, type Description } from './description.ts'
import { isPossibleMove } from './legality.ts'
import type { XiangqiPosition } from './position.ts'

/** How a notation writes the parts of a move, and how it reads a move. */
export interface DescriptiveNotation {
  parse(text: string): Description[]
  /** The piece with its file. */
  writeFile(position: XiangqiPosition, kind: number, file: number): string
  /** The piece with its order among several on a file, which are listed front to back. */
  writeOrder(position: XiangqiPosition, from: number, neighbours: readonly number[]): string
  writeStep(position: XiangqiPosition, direction: '+' | '-' | '=', number: number): string
}

/**
 * Writes a move by the file of its piece, or by its order if several such pieces are on the file. Moves that no piece
 * can make, or that the notation cannot distinguish, are written as ICCS.
 */
export function writeDescription(position: XiangqiPosition, move: Move, notation: DescriptiveNotation): string {
  if (isPass(move) || !isPossibleMove(position, move)) return writeIccs(position, move)
  const from = moveFrom(move)
  const to = moveTo(move)
  const kind = position.board[from]! & 7
  const file = ownFile(position, from)
  const forward = (rankOf(to) - rankOf(from)) * (position.turn === 1 ? 1 : -1)
  const direction = forward > 0 ? '+' : forward < 0 ? '-' : '='
  const number = fileOf(from) === fileOf(to) ? Math.abs(forward) : ownFile(position, to)
  const step = notation.writeStep(position, direction, number)
  const byFile = notation.writeFile(position, kind, file) + step
  const neighbours = piecesOnFile(position, kind, file)
  if (neighbours.length === 1) return byFile

  const byOrder = notation.writeOrder(position, from, neighbours) + step
  // Of two advisors or elephants on a file only one can go forward and one back: the file is enough.
  const texts = kind === ADVISOR || kind === ELEPHANT ? [byFile, byOrder] : [byOrder]
  const isRead = (text: string) => {
    const readings = notation.parse(text)
    return (findMove(position, readings) ?? findMove(position, readings, true)) === move
  }
  return texts.find(isRead) ?? writeIccs(position, move)
}
