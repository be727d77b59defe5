/** Writes the move records: docs/formats/xqf.md, "Move records". */
import { issue } from '../../issues/issue.ts'
import { fromBase64 } from '../../bytes/text.ts'
import type { ByteWriter } from '../../bytes/writer.ts'
import type { Evaluation } from '../../model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Position } from '../../rules/rules.ts'
import { planTree } from '../xiangqi/write-tree.ts'
import { evaluationLine } from './evaluation.ts'
import { COMMENT_LENGTH_OFFSET } from './keys.ts'
import { LAST_PLAIN_VERSION } from './layout.ts'
import { nodeNative } from './native.ts'
import { POINT_OF_SQUARE, SQUARE_OF_POINT } from './placement.ts'
import { FROM_OFFSET, PLAIN_TAG, TAG, TO_OFFSET } from './records.ts'
import { decodeComment, encodeComment } from './text.ts'
import { reportText, type WriteContext } from './write-context.ts'

/** Appends the record of the start and of every move. */
export function writeTree(nodes: readonly MoveNode[], start: Position, out: ByteWriter, context: WriteContext): void {
  const tree = planTree(
    nodes,
    (node) => pointsOf(node) !== undefined,
    (node, index) => {
      const id = node.unread ? 'xqf/unread-line-left-out' : 'xqf/pass-left-out'
      context.issues.push(issue(id, 'warning', {}, { node: index }))
    },
  )
  const putRecord = context.version <= LAST_PLAIN_VERSION ? putPlainRecord : putKeyedRecord
  let written = 0
  for (let index = 0; index < nodes.length; index++) {
    if (tree.owner[index] !== index) continue
    const points = index === 0 ? undefined : pointsOf(nodes[index]!)
    const flags = { hasChild: tree.hasChild[index] === 1, hasSibling: tree.hasSibling[index] === 1 }
    const comment = encodeComments(nodes, index, tree.extra.get(index) ?? NONE, context)
    putRecord(out, points, start.turn, flags, comment)
    if (points && written++ === 0) checkFirstMover(points, start, index, context)
  }
}

/** Readers take the side to move from the first move, so a first move by the other side changes the start. */
function checkFirstMover([from]: Points, start: Position, index: number, context: WriteContext): void {
  const square = SQUARE_OF_POINT[from]!
  const piece = square < 0 ? '' : start.pieceAt(square)
  if (piece === '' || (piece < 'a' ? 1 : 2) === start.turn) return
  context.issues.push(issue('xqf/first-mover-written', 'warning', {}, { node: index }))
}

type Points = readonly [from: number, to: number]

/** The points of a move, undefined if XQF cannot store it. */
function pointsOf(node: MoveNode): Points | undefined {
  const { move } = node
  if (move === undefined) return node.unread ? nodeNative(node.native).points : undefined
  if (isPass(move) || isPlacement(move)) return undefined
  const from = POINT_OF_SQUARE[moveFrom(move)]
  const to = POINT_OF_SQUARE[moveTo(move)]
  return from === undefined || to === undefined ? undefined : [from, to]
}

const NO_COMMENT = new Uint8Array(0)
const NONE: readonly number[] = []

/** The comment of a record. XQF has one per move, so several become paragraphs of one. */
function encodeComments(
  nodes: readonly MoveNode[],
  index: number,
  extra: readonly number[],
  context: WriteContext,
): Uint8Array {
  const node = nodes[index]!
  if (!node.comments && !node.evaluation && extra.length === 0) return NO_COMMENT
  const texts = [index, ...extra].flatMap((at) => (nodes[at]!.comments ?? []).map(({ text }) => text))
  if (texts.length > 1) context.issues.push(issue('xqf/joined-comments', 'warning', {}, { node: index }))
  if (node.evaluation) texts.unshift(...writeEvaluation(node.evaluation, index, context))
  if (texts.length === 0) return NO_COMMENT
  const text = texts.join('\n')
  const raw = nodeNative(node.native).comment
  if (raw !== undefined) {
    const bytes = fromBase64(raw)
    if (decodeComment(bytes, context.encoding).text === text) return bytes
  }
  const encoded = encodeComment(text, context.encoding)
  reportText(encoded, 'comment', context, index)
  return encoded.bytes
}

function writeEvaluation(evaluation: Evaluation, index: number, context: WriteContext): string[] {
  const line = evaluationLine(evaluation)
  if (line === undefined || (evaluation.source ?? evaluation.text) !== undefined) {
    context.issues.push(issue('xqf/evaluation-part', 'warning', {}, { node: index }))
  }
  return line === undefined ? [] : [line]
}

interface Flags {
  hasChild: boolean
  hasSibling: boolean
}

/** Writes a record; without points it is that of the start. */
type PutRecord = (out: ByteWriter, points: Points | undefined, turn: Colour, flags: Flags, comment: Uint8Array) => void

/** A record of version 10. That of the start is 18 20, or 18 21 with Black to move, and has FF for the reserved byte. */
const putPlainRecord: PutRecord = (out, points, turn, { hasChild, hasSibling }, comment) => {
  const [from, to] = points ?? [0, turn - 1]
  out.u8(from + FROM_OFFSET).u8(to + TO_OFFSET)
  out.u8((hasChild ? PLAIN_TAG.child : 0) | (hasSibling ? PLAIN_TAG.sibling : 0)).u8(points ? 0 : 0xff)
  out.u32le(comment.length).put(comment)
}

/** A record of version 18 in a file whose keys are zero; that of the start is the letters XQ, as in XQStudio. */
const putKeyedRecord: PutRecord = (out, points, _turn, { hasChild, hasSibling }, comment) => {
  if (points) out.u8(points[0] + FROM_OFFSET).u8(points[1] + TO_OFFSET)
  else out.u8(0x58).u8(0x51)
  const hasComment = comment.length > 0
  out.u8((hasChild ? TAG.child : 0) | (hasSibling ? TAG.sibling : 0) | (hasComment ? TAG.comment : 0)).u8(0)
  if (hasComment) out.u32le(comment.length + COMMENT_LENGTH_OFFSET).put(comment)
}
