/**
 * Games of Othello that are the same though their moves differ: one writes passes, which the rules imply, and the other does
 * not, or a transcript begins with another of the four first moves, which are mirrored.
 */
import { isPass, moveTo, type Move } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { decodeMove } from '../../positions/move-code.ts'
import { normaliseMoves, normalisingSymmetry } from '../../rules/othello/normalise.ts'
import { transformMove } from '../../rules/symmetry.ts'

const SIDE = 8

/** Where a game begins: its setup, or nothing for the usual start of a usual board. */
export type OthelloStart = Pick<GameRecord, 'setup' | 'size'>

const isUsual = ({ setup, size }: OthelloStart) => setup === undefined && size === undefined

/** A number of 52 bits that games with the same moves share. @param codes the moves of the main line as they are stored */
export function othelloKey(codes: Uint8Array, start: OthelloStart): number {
  const view = new DataView(codes.buffer, codes.byteOffset, codes.byteLength)
  const moves: Move[] = []
  for (let at = 0; at + 1 < codes.length; at += 2) {
    const move = decodeMove('othello', view.getUint16(at, true))
    if (move !== undefined && !isPass(move)) moves.push(move)
  }
  const line = isUsual(start) ? normaliseMoves(moves, SIDE) : moves
  const { columns = SIDE, rows = SIDE } = start.size ?? {}
  return hashOf([...Buffer.from(`${columns} ${rows} ${start.setup ?? ''} `), ...line.map(moveTo)])
}

/** Two multiplicative hashes of 26 bits each, which differ in their factors. */
function hashOf(values: readonly number[]): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (const value of values) {
    high = Math.imul(high ^ value, 0x01000193)
    low = Math.imul(low ^ value, 0x85ebca6b)
    low ^= low >>> 13
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6)
}

/** The nodes of a game as they are compared with those of the same game: turned alike, and without passes that say nothing. */
export function comparableNodes(record: GameRecord): MoveNode[] {
  const { nodes } = record
  if (record.game !== 'othello') return nodes
  const first = nodes.find(({ move }) => move !== undefined)?.move
  const symmetry = first !== undefined && isUsual(record) ? (normalisingSymmetry(first, SIDE) ?? 0) : 0
  const places: number[] = []
  const compared: MoveNode[] = []
  for (const node of nodes) {
    const parent = node.parent < 0 ? -1 : places[node.parent]!
    const { move } = node
    const isIdle = move !== undefined && isPass(move) && Object.keys(node).length === 2
    places.push(isIdle ? parent : compared.length)
    if (isIdle) continue
    compared.push(
      move === undefined ? { ...node, parent } : { ...node, parent, move: transformMove(move, symmetry, SIDE, SIDE) },
    )
  }
  return compared
}
