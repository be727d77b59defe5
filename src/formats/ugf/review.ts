/** The sections of reviews: numbered nodes with variations, and comments on them. docs/formats/ugf.md, Reviews. */
import { isPass, makePass, makePlacement, moveColour, moveTo, type Move } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import { squareOf } from './moves.ts'
import type { UgfBoard } from './header.ts'

const NODE = /^\s*NODE,([0-9]{1,6}),([0-9]),([0-9]{1,2}),([0-9]{1,2})\s*$/

/**
 * Reads [ReviewNode]. Its first line is the root, the others repeat the main line; a variation comes before the node
 * that it replaces. Returns the tree's nodes by their numbers.
 */
export function readReview(
  lines: readonly string[],
  board: UgfBoard,
  main: readonly number[],
  { nodes }: GameRecord,
  issues: IssueCollector,
): Map<number, number> {
  const byNumber = new Map<number, number>()
  // The current node of each open line, the main line first.
  const lineEnds: number[] = [-1]
  let ply = -1
  for (const line of lines) {
    const text = line.trim()
    const match = NODE.exec(line)
    if (text.startsWith('VARIATIONEND')) {
      if (lineEnds.length > 1) lineEnds.pop()
    } else if (text.startsWith('VARIATION')) {
      lineEnds.push(Math.max(0, lineEnds.at(-1)!))
    } else if (match) {
      const move = readMove(match, board)
      if (lineEnds.length === 1) {
        ply++
        const node = main[Math.min(ply, main.length - 1)]!
        if (ply < main.length && ply > 0 && !isSame(move, nodes[node]!.move)) noteDifference(text, issues)
        lineEnds[0] = node
      } else {
        const parent = lineEnds.at(-1)!
        const node = move === undefined ? { parent } : { parent, move }
        lineEnds[lineEnds.length - 1] = nodes.push(node) - 1
      }
      byNumber.set(Number(match[1]), lineEnds.at(-1)!)
    } else if (text !== '') {
      issues.add('ugf/unknown-review-line', 'info', { line: shorten(text) })
    }
  }
  return byNumber
}

function noteDifference(text: string, issues: IssueCollector): void {
  issues.add('ugf/review-differs', 'warning', { line: shorten(text) })
}

/** Colour 0 is not a move; points beyond the board are passes. */
function readMove(match: RegExpExecArray, board: UgfBoard): Move | undefined {
  const colour = Number(match[2])
  if (colour !== 1 && colour !== 2) return undefined
  const square = squareOf(Number(match[3]), Number(match[4]), board)
  return square === undefined ? makePass(colour) : makePlacement(square, colour)
}

function isSame(left: Move | undefined, right: Move | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  if (moveColour(left) !== moveColour(right) || isPass(left) !== isPass(right)) return false
  return isPass(left) || moveTo(left) === moveTo(right)
}

/** Reads [ReviewComment]: `.Comment,55` and the lines of its text. */
export function readReviewComments(
  lines: readonly string[],
  byNumber: ReadonlyMap<number, number>,
  { nodes }: GameRecord,
  issues: IssueCollector,
): void {
  let texts: string[] | undefined
  const flush = (number: number) => {
    const text = (texts ?? []).join('\n').trim()
    const node = byNumber.get(number)
    if (text === '') return
    if (node === undefined) issues.add('ugf/lost-comment', 'warning', { number, text })
    else (nodes[node]!.comments ??= []).push({ text, placement: 'after' })
  }
  let current = 0
  for (const line of lines) {
    const match = /^\.Comment,([0-9]{1,6})/.exec(line)
    if (!match) {
      texts?.push(line.trim())
      continue
    }
    if (texts) flush(current)
    current = Number(match[1])
    texts = []
  }
  if (texts) flush(current)
}
