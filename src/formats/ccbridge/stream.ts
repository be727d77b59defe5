/**
 * The move stream of a record, four bytes a node in preorder: docs/formats/ccbridge.md, Moves.
 */
import { u32le } from '../../bytes/numbers.ts'
import type { ByteWriter } from '../../bytes/writer.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { moveFrom, moveTo, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { fileOf, rowFromTop, SQUARES, type Board } from '../xiangqi/board.ts'
import type { WriteReport } from '../xiangqi/write-report.ts'
import { commentOf, planMoves } from '../xiangqi/write-tree.ts'
import { FLAG } from './layout.ts'
import { StreamTree } from './stream-tree.ts'
import { decodeComment, encodeComment } from './text.ts'

/** All flags that are known. */
const KNOWN_FLAGS = FLAG.lineEnds | FLAG.hasSibling | FLAG.hasComment

/** How squares are written: `y * 9 + x`, or in version 1 `x << 4 | y`, x from Red's left and y from the top. */
export interface SquareCode {
  /** The square of each byte, -1 for one that is not on the board. */
  readonly squareOf: Int8Array
  readonly codeOf: Uint8Array
}

function squareCode(codeOf: (x: number, y: number) => number): SquareCode {
  const codes = Uint8Array.from({ length: SQUARES }, (_, square) => codeOf(fileOf(square), rowFromTop(square)))
  const squareOf = new Int8Array(256).fill(-1)
  for (const [square, code] of codes.entries()) squareOf[code] = square
  return { squareOf, codeOf: codes }
}

export const SQUARES_IN_ROWS = squareCode((x, y) => y * 9 + x)
export const SQUARES_IN_HALVES = squareCode((x, y) => (x << 4) | y)

/** Where a stream was read, and what of it. */
export interface ReadStream {
  nodes: MoveNode[]
  /** Offset after the last node, or where the stream breaks off. */
  end: number
}

/**
 * Reads a stream from an offset to the end of its tree, or to where it breaks off.
 * @param board the start position; it is changed on the way
 * @param base offset of `bytes` in the file
 */
export function readStream(
  bytes: Uint8Array,
  start: number,
  { squareOf }: SquareCode,
  board: Board,
  turn: Colour,
  base: number,
  issues: IssueCollector,
): ReadStream {
  const tree = new StreamTree(board, turn, issues)
  let at = start
  while (!tree.isComplete) {
    const flags = at + 4 > bytes.length ? undefined : bytes[at]!
    if (flags === undefined) {
      tree.cutShort({ offset: base + at })
      break
    }
    if ((flags & ~KNOWN_FLAGS) !== 0) {
      issues.add('ccbridge/flags', 'error', { flags: flags.toString(16) }, { offset: base + at })
      break
    }
    const from = bytes[at + 2]!
    const to = bytes[at + 3]!
    const node = tree.next(squareOf[from]!, squareOf[to]!, base + at)
    if (node.unread) node.unread.text = `${from}-${to}`
    at += 4
    if ((flags & FLAG.hasComment) !== 0) {
      const length = at + 4 > bytes.length ? Infinity : u32le(bytes, at)
      if (length > bytes.length - at - 4) {
        issues.add('xiangqi/bad-comment-length', 'error', {}, { offset: base + at, node: tree.nodes.length - 1 })
        break
      }
      at += 4
      node.comments = [{ text: decodeComment(bytes.subarray(at, at + length)), placement: 'after' }]
      at += length
    }
    tree.settle((flags & FLAG.lineEnds) !== 0, (flags & FLAG.hasSibling) !== 0)
  }
  return { nodes: tree.nodes, end: at }
}

/** Appends the stream of a tree. */
export function writeStream(
  nodes: readonly MoveNode[],
  { codeOf }: SquareCode,
  out: ByteWriter,
  report: WriteReport,
): void {
  const plan = planMoves(nodes, report)
  for (let index = 0; index < nodes.length; index++) {
    if (plan.owner[index] !== index) continue
    const text = commentOf(nodes, index, plan, report)
    const flags =
      (plan.hasChild[index] === 1 ? 0 : FLAG.lineEnds) |
      (plan.hasSibling[index] === 1 ? FLAG.hasSibling : 0) |
      (text === undefined ? 0 : FLAG.hasComment)
    out.u8(flags).u8(0)
    const { move } = nodes[index]!
    if (index === 0) out.u8(0).u8(0)
    else out.u8(codeOf[moveFrom(move!)]!).u8(codeOf[moveTo(move!)]!)
    if (text === undefined) continue
    const comment = encodeComment(text)
    out.u32le(comment.length).put(comment)
  }
}
