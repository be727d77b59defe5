/**
 * A move as Chinese notation and WXF both describe it: a kind of piece, which
 * of them, a direction and a number, all seen by the player who moves. Schools differ in how they distinguish several
 * pieces of a kind on one file; docs/rules.md, Xiangqi, lists them.
 */
import { makeMove, type Move } from '../../model/move.ts'
import { EDGE, fileOf, FILES, rankOf, RANKS, squareAt } from './geometry.ts'
import { ADVISOR, ELEPHANT, HORSE, makePiece, PAWN } from './pieces.ts'
import { isLegalMove, isPossibleMove } from './legality.ts'
import type { XiangqiPosition } from './position.ts'

/**
 * Which of several pieces on a file is meant: the first, last or middle one, or by its number from the front.
 * `inner-front` and `inner-rear` are the second and the last but one of four or more pieces, or the first and last of
 * fewer.
 */
export type Order = 'front' | 'middle' | 'rear' | 'inner-front' | 'inner-rear' | number

export interface Description {
  kind: number
  /** The file of the piece, from 1 on the player's right. */
  file?: number | undefined
  order?: Order | undefined
  direction: '+' | '-' | '='
  /** Points moved along a file, or the file arrived at. */
  number: number
}

/** The file of a square from 1 on the right of the side to move. */
export function ownFile(position: XiangqiPosition, square: number): number {
  return position.turn === 1 ? FILES - fileOf(square) : fileOf(square) + 1
}

/**
 * The move that fits one of the given readings of a text; the first reading that fits exactly one move wins. Undefined
 * if none fits, or several moves fit equally well. @param alsoIllegal also accept moves that pieces can make although
 * their king could then be captured
 */
export function findMove(
  position: XiangqiPosition,
  readings: readonly Description[],
  alsoIllegal = false,
): Move | undefined {
  const fits = alsoIllegal ? isPossibleMove : isLegalMove
  for (const reading of readings) {
    for (const origins of findOrigins(position, reading)) {
      let found: Move | undefined
      let count = 0
      for (const from of origins) {
        const to = findTarget(position, from, reading)
        if (to === EDGE || !fits(position, makeMove(from, to))) continue
        found = makeMove(from, to)
        count++
      }
      if (count === 1) return found
    }
  }
  return undefined
}

/** The pieces of a kind of the side to move on a file (from 1 on its right), front to back. */
export function piecesOnFile(position: XiangqiPosition, kind: number, file: number): number[] {
  const { board, turn } = position
  const piece = makePiece(turn, kind)
  const column = turn === 1 ? FILES - file : file - 1
  const found: number[] = []
  for (let distance = 0; distance < RANKS; distance++) {
    const square = squareAt(column, turn === 1 ? RANKS - 1 - distance : distance)
    if (board[square] === piece) found.push(square)
  }
  return found
}

/** The files with several pieces of a kind of the side to move, right to left, each with its pieces front to back. */
export function tandemFiles(position: XiangqiPosition, kind: number): number[][] {
  const files: number[][] = []
  for (let file = 1; file <= FILES; file++) {
    const squares = piecesOnFile(position, kind, file)
    if (squares.length > 1) files.push(squares)
  }
  return files
}

/** The squares that a description may refer to, in groups: the first group in which one piece fits is meant. */
function findOrigins(position: XiangqiPosition, { kind, file, order }: Description): number[][] {
  if (order === undefined) return [piecesOnFile(position, kind, file!)]
  if (file !== undefined) return [choose([piecesOnFile(position, kind, file)], order)]
  const files = tandemFiles(position, kind)
  const onEachFile = choose(files, order)
  // XQBase numbers the pawns of two files in one sequence, others number each file separately.
  if (kind === PAWN && typeof order === 'number' && files.length > 1) return [choose([files.flat()], order), onEachFile]
  return [onEachFile]
}

/** The piece that an order names on each of several files. */
function choose(files: readonly number[][], order: Order): number[] {
  return files.flatMap((squares) => squares[orderIndex(order, squares.length)] ?? [])
}

function orderIndex(order: Order, count: number): number {
  if (count < 2) return -1
  if (typeof order === 'number') return order - 1
  if (order === 'middle') return count % 2 === 1 ? (count - 1) / 2 : -1
  const isInner = count > 3 && order.startsWith('inner')
  return order.endsWith('front') ? Number(isInner) : count - 1 - Number(isInner)
}

/** Where a piece arrives by the direction and number of a description; EDGE if it cannot make that move. */
function findTarget(position: XiangqiPosition, from: number, { kind, direction, number }: Description): number {
  const forward = (position.turn === 1 ? 1 : -1) * (direction === '-' ? -1 : 1)
  const column = position.turn === 1 ? FILES - number : number - 1
  const sideways = Math.abs(column - fileOf(from))
  if (kind === HORSE || kind === ADVISOR || kind === ELEPHANT) {
    const reach = kind === HORSE ? 3 - sideways : sideways
    const isLeap = kind === HORSE ? sideways === 1 || sideways === 2 : sideways === (kind === ADVISOR ? 1 : 2)
    return isLeap && direction !== '=' ? squareAt(column, rankOf(from) + forward * reach) : EDGE
  }
  if (direction === '=') return squareAt(column, rankOf(from))
  return squareAt(fileOf(from), rankOf(from) + forward * number)
}
