/** Writes the codes of one game: docs/formats/chess-assistant.md, Writing. */
import { issue, type Issue } from '../../../issues/issue.ts'
import type { Lose, LoseHere } from '../notes/lose.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { isPass, makeMove, moveFrom, movePromotion, moveTo, type Move } from '../../../model/move.ts'
import { children, type MoveNode } from '../../../model/tree.ts'
import {
  formatFen,
  KING_SIDE,
  parseFen,
  QUEEN_SIDE,
  START_FEN,
  type ChessPosition,
} from '../../../rules/chess/index.ts'
import { EMPTY, PAWN } from '../../../rules/chess/pieces.ts'
import { castlingAtHome } from '../moves/castling.ts'
import { CODE, codeOf, stepBetween } from '../moves/codes.ts'
import { afterKind, KIND, writeAfter, writeBefore, writeComment } from '../notes/comments.ts'
import { numberPieces, type PieceNumbers } from '../moves/pieces.ts'
import { writeSetup } from '../moves/setup.ts'

/** What a game needs to be written. */
export interface GameOutput {
  readonly writer: ByteWriter
  readonly encode: (text: string) => Uint8Array
  /** Called with everything that is lost. */
  readonly lose: Lose
}

const CLOSE = -1

/** The initial position, and the numbers of its pieces. */
export const START = parseFen(START_FEN)
const START_NUMBERS = numberPieces(START)!

/** The state to return to after a variation. */
interface Frame {
  position: ChessPosition
  pieces: PieceNumbers
}

/** Writes one game after another, reusing positions. */
export class GameWriter {
  private readonly output: GameOutput
  private position = START.clone()
  private pieces = START_NUMBERS.copy()
  /** A frame for every level of variations met so far; the first `depth` are open. */
  private readonly frames: Frame[] = []
  private depth = 0

  constructor(output: GameOutput) {
    this.output = output
  }

  /**
   * Writes the codes of a game. Returns why it cannot be written.
   * @param texts texts to write before its moves
   */
  write(start: ChessPosition, nodes: readonly MoveNode[], texts: readonly string[]): Issue | undefined {
    const { writer, encode } = this.output
    const numbered = start === START ? START_NUMBERS : numberPieces(start)
    if (!numbered) return issue('chess-assistant/too-many-pieces', 'error', {})
    this.position.assign(start)
    this.pieces.assign(numbered)
    this.depth = 0
    if (start !== START && formatFen(start) !== START_FEN) writeSetup(writer.u8(CODE.setup), start, numbered)
    for (const text of texts) writeComment(writer, KIND.text, encode(text))
    this.writeTree(nodes)
    return undefined
  }

  private writeTree(nodes: readonly MoveNode[]): void {
    const { first, next } = children(nodes)
    const tasks = [0]
    while (tasks.length > 0) {
      const index = tasks.pop()!
      if (index === CLOSE) {
        this.close()
        continue
      }
      const isVariation = index > 0 && first[nodes[index]!.parent] !== index
      if (isVariation) {
        this.open()
        tasks.push(CLOSE)
      }
      if (!enterNode(this.position, this.pieces, nodes[index]!, index, this.output, nodes.length > 1)) continue
      const line = first[index]!
      if (line < 0) continue
      // The first child, which continues the line, comes after its variations.
      tasks.push(line)
      const variations: number[] = []
      for (let child = next[line]!; child >= 0; child = next[child]!) variations.push(child)
      while (variations.length > 0) tasks.push(variations.pop()!)
    }
  }

  private open(): void {
    this.output.writer.u8(CODE.openVariation)
    const frame = this.frames[this.depth]
    if (frame) {
      frame.position.assign(this.position)
      frame.pieces.assign(this.pieces)
    } else this.frames.push({ position: this.position.clone(), pieces: this.pieces.copy() })
    this.depth++
  }

  private close(): void {
    this.output.writer.u8(CODE.closeVariation)
    this.depth--
    const frame = this.frames[this.depth]!
    ;[this.position, frame.position] = [frame.position, this.position]
    ;[this.pieces, frame.pieces] = [frame.pieces, this.pieces]
  }
}

/** Writes a node's move with its comments. Returns whether its line can continue. */
function enterNode(
  position: ChessPosition,
  pieces: PieceNumbers,
  node: MoveNode,
  index: number,
  output: GameOutput,
  hasMoves: boolean,
): boolean {
  const { writer, encode, lose } = output
  if (node.edits || node.turn) {
    lose('chess-assistant/edits', {}, index)
    return false
  }
  const loseHere: LoseHere = (id, params) => lose(id, params, index)
  if (index === 0) writeBefore(writer, node, encode, loseHere, hasMoves ? afterKind : undefined)
  else {
    writeBefore(writer, node, encode, loseHere)
    if (node.unread || (node.move !== undefined && !writeMove(position, pieces, node.move, writer))) {
      lose('chess-assistant/unwritable-move', {}, index)
      return false
    }
  }
  writeAfter(writer, node, encode, loseHere)
  return true
}

/** Writes a move and plays it. Returns false, without writing anything, if it has no code. */
function writeMove(position: ChessPosition, pieces: PieceNumbers, move: Move, writer: ByteWriter): boolean {
  const { turn, board } = position
  if (isPass(move)) {
    writer.u8(CODE.nullMove)
    return pieces.play(position, move)
  }
  const [from, to] = [moveFrom(move), moveTo(move)]
  const piece = board[from]!
  const target = board[to]!
  if (piece === EMPTY || piece >> 3 !== turn) return false
  if (target !== EMPTY && target >> 3 === turn) {
    const isShort = to > from
    if (castlingAtHome(position, isShort ? KING_SIDE : QUEEN_SIDE) !== makeMove(from, to)) return false
    writer.u8(isShort ? CODE.shortCastling : CODE.longCastling)
    return pieces.play(position, move)
  }
  const number = pieces.numberAt(from)
  const promotion = movePromotion(move)
  const code = codeOf(number, turn, from, to)
  if (promotion > 0) {
    if ((piece & 7) !== PAWN || code > 31 || promotion > 4) return false
    const given = pieces.numberFor(turn, promotion + 1, number)
    writer
      .u8(CODE.promotion)
      .u8(code)
      .u8(((promotion + 1) << 5) | given)
    pieces.play(position, move, given)
    return true
  }
  const pawn = pieces.pawnOf(turn, number)
  // A pawn's own number now belongs to the piece it became, so its codes are no longer those of a pawn.
  if (code === 255 || (number < 8 && (piece & 7) !== PAWN)) {
    if (pawn < 0) return false
    writer.u8(CODE.extended + pawn).u8(stepBetween(from, to))
  } else {
    const passes = (piece & 7) === PAWN && ((to ^ from) & 7) !== 0 && target === EMPTY
    if (passes) writer.u8(CODE.enPassant)
    writer.u8(code)
  }
  pieces.play(position, move)
  return true
}
