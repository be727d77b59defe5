/** Writes a puzzle as a record of a puzzle file (docs/formats/wthor.md, Puzzles). */
import { fromBase64 } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isPass, moveTo } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine, mainLineMoves } from '../../model/tree.ts'
import { OthelloPosition } from '../../rules/othello/index.ts'
import { byteOfSquare } from './layout.ts'
import type { Native } from './native.ts'
import { positionOfCodes } from './puzzles.ts'

const SIDE = 8
const SQUARES = 64

/** Codes of an empty square, a black disc, a white disc. */
const CODE_OF_DISC = [0, 3, 2] as const

/** The numbers of the names of a puzzle. */
export interface PuzzleNames {
  tournament: number
  black: number
  white: number
}

/** Writes the 36 bytes of a puzzle with its position. */
export function encodePuzzle(
  record: GameRecord,
  native: Native,
  position: OthelloPosition,
  names: PuzzleNames,
  issues: Issue[],
): Uint8Array {
  const warn = (id: 'wthor/puzzle-moves' | 'wthor/no-solution' | 'wthor/score-zero') =>
    void issues.push(issue(id, 'warning', {}))
  const [black, white] = position.count()
  const turn = native.turn ?? position.turn
  const moves = mainLineMoves(record.nodes).filter((move) => !isPass(move))
  if (moves.length > 1) warn('wthor/puzzle-moves')
  const first = moves[0]
  return new ByteWriter(36)
    .u16le(record.header.date?.year ?? 0)
    .u16le(names.tournament)
    .u32le(names.black)
    .u32le(names.white)
    .put(positionBytes(position, native))
    .u8(native.empties ?? SQUARES - black - white)
    .u8(turn)
    .u8(solutionOf(record, native, turn, warn))
    .u8(first === undefined ? (native.firstMove ?? 0) : byteOfSquare(moveTo(first), SIDE))
    .u8(scoreOf(record, native, warn))
    .u8(native.move25 ?? 0)
    .u16le(native.reserved ?? 0)
    .bytes()
    .slice()
}

function positionBytes(position: OthelloPosition, native: Native): Uint8Array {
  const bytes = new Uint8Array(SQUARES / 4)
  for (let square = 0; square < SQUARES; square++) {
    bytes[square >> 2]! |= CODE_OF_DISC[position.discAt(square)] << (6 - 2 * (square & 3))
  }
  if (native.position === undefined) return bytes
  // Undefined codes are restored if the squares are still empty.
  const original = fromBase64(native.position)
  const isSame = original.length === bytes.length && sameDiscs(positionOfCodes(original), position)
  return isSame ? original : bytes
}

function sameDiscs(left: OthelloPosition, right: OthelloPosition): boolean {
  return left.cells.every((disc, cell) => disc === right.cells[cell])
}

/** The disc difference after perfect play, from the point of view of the side to move. */
function solutionOf(record: GameRecord, native: Native, turn: number, warn: (id: 'wthor/no-solution') => void): number {
  const { perfectScore } = record.header
  if (!perfectScore && native.solution !== undefined) return native.solution
  const difference = perfectScore ? 2 * perfectScore.score - SQUARES : evaluationOf(record)
  if (difference === undefined) warn('wthor/no-solution')
  return turn === 2 ? -(difference ?? 0) + 0 : (difference ?? 0)
}

/** The whole discs by which Black is said to win after the first move of the solution, as puzzles in text say it. */
function evaluationOf({ nodes }: GameRecord): number | undefined {
  const first = mainLine(nodes).find((index) => nodes[index]!.move !== undefined)
  const centipawns = first === undefined ? undefined : nodes[first]!.evaluation?.centipawns
  if (centipawns === undefined) return undefined
  const discs = centipawns / 100
  return Number.isInteger(discs) && Math.abs(discs) <= SQUARES ? discs : undefined
}

/** Black's score of the source game; 0 if unknown. */
function scoreOf({ header: { result } }: GameRecord, native: Native, warn: (id: 'wthor/score-zero') => void): number {
  if (native.score !== undefined && !result.score) return native.score
  const score = result.score?.[0] ?? 0
  if (result.score && score === 0) warn('wthor/score-zero')
  return score
}
