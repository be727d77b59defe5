/** The section [Figure]: texts and labels on moves, and diagrams with their own moves. docs/formats/ugf.md, Figures. */
import { isPass, moveTo } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { UgfBoard } from './header.ts'
import { addStone, parseMoveLine, squareOf } from './moves.ts'

/**
 * Reads texts (`.Text,45` to `.EndText`) into the nodes of the main line. A
 * figure (`.Fig,45,...` to `.EndFig`) has its own set-up, so it becomes a separate line at the root.
 */
export function readFigures(
  lines: readonly string[],
  board: UgfBoard,
  main: readonly number[],
  { nodes }: GameRecord,
  issues: IssueCollector,
): void {
  let target: MoveNode | undefined
  let figure: number | undefined
  let isText = false
  for (const line of lines) {
    const command = /^\s*\.(\w+|#)(?:,(.*))?$/.exec(line)
    const [first = ''] = (command?.[2] ?? '').split(',')
    if (command?.[1] === 'Text') {
      isText = true
      if (figure === undefined) target = nodes[main[Number(first)] ?? -1]
      if (!target) issues.add('ugf/lost-text', 'warning', { move: shorten(first) })
    } else if (command?.[1] === 'EndText') {
      isText = false
    } else if (command?.[1] === 'Fig') {
      figure = nodes.push(makeFigure(command[2] ?? '')) - 1
      target = nodes[figure]
    } else if (command?.[1] === 'EndFig') {
      figure = undefined
    } else if (command?.[1] === '#') {
      addLabel(target, command[2] ?? '', board)
    } else if (isText) {
      if (target) addText(target, line)
    } else if (figure !== undefined) {
      figure = readFigureMove(line, board, nodes, figure, issues)
      target = nodes[figure]
    }
  }
}

/** `.Fig,move,left,top,right,bottom,heading,number,0`. */
function makeFigure(parameters: string): MoveNode {
  const heading = parameters.split(',')[5]?.trim()
  const node: MoveNode = { parent: 0, annotations: [{ type: 'diagram', ...(heading && { text: heading }) }] }
  if (heading) node.name = heading
  return node
}

/**
 * A stone of the set-up (number 0) goes to the figure itself, a move to a new node. Returns the node that the next
 * follows.
 */
function readFigureMove(
  line: string,
  board: UgfBoard,
  nodes: MoveNode[],
  current: number,
  issues: IssueCollector,
): number {
  const parsed = parseMoveLine(line, board)
  if (parsed?.move === undefined || (parsed.number === 0 && isPass(parsed.move))) {
    if (line.trim() !== '') issues.add('ugf/unknown-figure-line', 'info', { line: shorten(line.trim()) })
    return current
  }
  if (parsed.number === 0) {
    addStone(nodes[current]!, parsed.colour, moveTo(parsed.move))
    return current
  }
  return nodes.push({ parent: current, move: parsed.move }) - 1
}

/** `.#,6,16,E`: column, row, text. */
function addLabel(node: MoveNode | undefined, parameters: string, board: UgfBoard): void {
  const match = /^([0-9]{1,2}),([0-9]{1,2}),(.+)$/.exec(parameters)
  const at = match ? squareOf(Number(match[1]), Number(match[2]), board) : undefined
  if (node && at !== undefined) (node.marks ??= []).push({ shape: 'label', at, text: match![3]!.trim() })
}

function addText(node: MoveNode, line: string): void {
  const comment = node.comments?.at(-1)
  if (comment) comment.text += `\n${line}`
  else node.comments = [{ text: line, placement: 'after' }]
}
