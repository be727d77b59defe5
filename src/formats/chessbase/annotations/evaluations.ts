/** Evaluations by engines: of a move (type 21) and of a whole game (type 26). docs/formats/chessbase.md, Evaluations. */
import { u16be } from '../../../bytes/numbers.ts'
import type { Evaluation } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'

/** Kinds of values. */
export const EVALUATION_KIND = { centipawns: 0, mate: 1, none: 0xff } as const

/** Bytes of an evaluation of a move: value, kind and depth, little-endian. */
export const MOVE_EVALUATION_SIZE = 6

/** Bytes of an entry in the evaluations of a game. */
const ENTRY_SIZE = 4

/** Reads the evaluation of a move, from White's side; undefined for an unknown kind. */
export function readMoveEvaluation(data: Uint8Array): Evaluation | undefined {
  if (data.length !== MOVE_EVALUATION_SIZE) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const value = view.getInt16(0, true)
  const kind = view.getInt16(2, true)
  const depth = view.getInt16(4, true)
  const evaluation: Evaluation = {}
  if (kind === EVALUATION_KIND.centipawns) evaluation.centipawns = value
  else if (kind === EVALUATION_KIND.mate) evaluation.mate = value
  else return undefined
  if (depth !== 0) evaluation.depth = depth
  return evaluation
}

/**
 * Reads the evaluations of a game: entry k is the position after ply k, from White's side.
 * @param firstTurn the side that makes the first move
 */
export function readEvaluations(data: Uint8Array, firstTurn: Colour): (Evaluation | null)[] | undefined {
  const count = u16be(data, 0)
  if (data.length !== 2 + count * ENTRY_SIZE) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Array.from({ length: count }, (_, ply) => {
    const at = 2 + ply * ENTRY_SIZE
    const turn = ply % 2 === 0 ? firstTurn : ((3 - firstTurn) as Colour)
    return readCurveEntry(data[at]!, data[at + 1]!, view.getInt16(at + 2), turn)
  })
}

/**
 * An entry in the evaluations of a game, null for none. Kinds that nobody knows become a text.
 * @param turn the side to move in the position: mates are counted in plies
 */
export function readCurveEntry(kind: number, depth: number, value: number, turn: Colour): Evaluation | null {
  if (kind === EVALUATION_KIND.none) return null
  const depthPart = depth === 0 ? {} : { depth }
  if (kind === EVALUATION_KIND.centipawns) return { centipawns: value, ...depthPart }
  if (kind !== EVALUATION_KIND.mate) return { text: `kind ${kind}: ${value}`, ...depthPart }
  const mate = movesOfPlies(value)
  const isExact = pliesOfMoves(mate, turn) === value
  return { mate, ...(!isExact && { text: `${value} plies` }), ...depthPart }
}

/** Converts mate in plies to mate in moves; both are positive if White mates. */
function movesOfPlies(plies: number): number {
  return Math.sign(plies) * Math.ceil(Math.abs(plies) / 2) + 0
}

/** Converts mate in moves to mate in plies, from a position in which `turn` moves. */
export function pliesOfMoves(moves: number, turn: Colour): number {
  if (moves === 0) return 0
  const mater = moves > 0 ? 1 : 2
  const plies = 2 * Math.abs(moves) - (mater === turn ? 1 : 0)
  return Math.sign(moves) * plies
}
