/**
 * The tree of moves from its records: preorder, with flags for the first child and the next sibling. Lines that wait
 * for their next sibling are on an explicit stack, so depth does not matter.
 */
import { toBase64 } from '../../bytes/text.ts'
import { makeMove, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import type { Board } from '../xiangqi/board.ts'
import { PlayedLine, type PlayFault } from '../xiangqi/played-line.ts'
import { SQUARE_OF_POINT } from './placement.ts'
import type { MoveRecords } from './records.ts'
import { takeEvaluation } from './evaluation.ts'
import { decodeComment } from './text.ts'

const FAULTS = {
  'no-piece': 'xqf/no-piece',
  'wrong-side': 'xqf/wrong-side',
  'captures-own': 'xqf/captures-own',
} as const satisfies Record<PlayFault, string>

/**
 * Reads the nodes of a file, from the first record to the end of the tree or of the file. Impossible moves are kept and
 * reported.
 * @param records at the start
 * @param board the start position; it is changed on the way
 * @param turn the side to move there
 */
export function readTree(
  records: MoveRecords,
  board: Board,
  turn: Colour,
  encoding: string,
  issues: IssueCollector,
): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  const line = new PlayedLine(board, turn)
  // Parents of later siblings, with the length of the line to each.
  const waiting: { parent: number; depth: number }[] = []
  if (!records.next()) return endOfFile(records, nodes, issues)
  readComment(records, nodes[0]!, 0, encoding, issues)
  if (records.hasSibling) {
    issues.add('xqf/root-sibling', 'warning', {}, { offset: records.start })
  }
  let parent = records.hasChild ? 0 : -1
  while (parent >= 0) {
    if (!records.next()) return endOfFile(records, nodes, issues)
    const index = nodes.length
    const node = readMove(records, parent, index, line, issues)
    nodes.push(node)
    readComment(records, node, index, encoding, issues)
    if (records.hasSibling) waiting.push({ parent, depth: line.depth - 1 })
    if (records.hasChild) {
      parent = index
    } else {
      const next = waiting.pop()
      parent = next?.parent ?? -1
      line.backTo(next?.depth ?? 0)
    }
  }
  if (records.fault) return endOfFile(records, nodes, issues)
  return nodes
}

/** Reports that the tree is incomplete. One converter wrote files that announce a first move and end there. */
function endOfFile(records: MoveRecords, nodes: MoveNode[], issues: IssueCollector): MoveNode[] {
  const place = { offset: records.start, node: nodes.length - 1 }
  if (records.fault === 'bad comment length') {
    issues.add('xqf/bad-comment-length', 'error', {}, place)
  } else if (nodes.length === 1 && records.hasChild) {
    issues.add('xqf/missing-first-move', 'warning', {}, place)
  } else {
    issues.add('xqf/truncated-tree', 'error', { count: nodes.length - 1 }, place)
  }
  return nodes
}

function readMove(
  records: MoveRecords,
  parent: number,
  index: number,
  line: PlayedLine,
  issues: IssueCollector,
): MoveNode {
  const from = SQUARE_OF_POINT[records.from]!
  const to = SQUARE_OF_POINT[records.to]!
  const fault = line.play(from, to)
  if (from < 0 || to < 0) {
    issues.add('xqf/bad-point', 'error', {}, { offset: records.start, node: index })
    const text = `${records.from}-${records.to}`
    return { parent, unread: { text }, native: { xqf: { points: [records.from, records.to] } } }
  }
  if (fault) issues.add(FAULTS[fault], 'warning', {}, { offset: records.start, node: index })
  return { parent, move: makeMove(from, to) }
}

function readComment(
  records: MoveRecords,
  node: MoveNode,
  index: number,
  encoding: string,
  issues: IssueCollector,
): void {
  const { commentStart, commentEnd } = records
  if (commentStart === commentEnd) return
  const { text, raw, trouble } = decodeComment(records.bytes.subarray(commentStart, commentEnd), encoding)
  const rest = takeEvaluation(text, node)
  if (rest !== undefined) node.comments = [{ text: rest, placement: 'after' }]
  if (raw) node.native = { xqf: { ...(node.native?.['xqf'] as object), comment: toBase64(raw) } }
  if (trouble) {
    issues.add('xqf/bad-comment', 'warning', { encoding }, { offset: commentStart, node: index })
  }
}
