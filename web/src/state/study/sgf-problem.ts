/**
 * Problems of Go as SGF has them: a position that is set up, and below it the right and the wrong moves. SGF does not
 * say which is which; authors and collections do it by
 *
 * - the words RIGHT or CORRECT, WRONG or INCORRECT in a comment (goproblems.com, Go Game Guru, glift), also in Chinese
 *   and Japanese (正解, 失敗);
 * - `TE` on right moves, `BM` and `DO` on wrong ones;
 * - the order of branches, if nothing is marked: the first is the answer.
 *
 * A branch is right if it leads to something right; where only what is wrong is marked, all else is right.
 */
import { moveColour, type Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { children, type Children, type MoveNode } from '../../../../src/model/tree.ts'

/** A problem: the node with its position, whose move it is, and the nodes that belong to right answers. */
export interface SgfProblem {
  readonly at: number
  readonly colour: Colour
  readonly right: ReadonlySet<number>
}

/** Stones of both sides that a position needs at least to be a problem. */
const FEWEST_STONES = 3
/** More moves than this after a position that is set up are a game. */
const MOST_PLIES = 60
/** The most problems of a record. */
const MOST_PROBLEMS = 1000

/** In capitals anywhere, or as the first word of a line, whose end no white space goes beyond. */
const RIGHT = /\b(?:RIGHT|CORRECT)\b|^[^\S\n\r\u2028\u2029]*(?:[Rr]ight|[Cc]orrect|[Ss]olved)\b|正解|正确|正確/m
const WRONG =
  /\b(?:WRONG|INCORRECT)\b|^[^\S\n\r\u2028\u2029]*(?:[Ww]rong|[Ii]ncorrect|[Ff]ailure)\b|失敗|失败|错误|錯誤/m

/** Glyphs of bad and doubtful moves, and of good ones, as `BM`, `DO` and `TE` are read. */
const BAD: ReadonlySet<number> = new Set([2, 4, 6])
const GOOD: ReadonlySet<number> = new Set([1, 3])

type Verdict = 'right' | 'wrong' | undefined

/** What the author says of a move. */
function verdictOf({ comments = [], glyphs = [] }: MoveNode): Verdict {
  const text = comments.map((comment) => comment.text).join('\n')
  if (glyphs.some(({ nag }) => BAD.has(nag)) || WRONG.test(text)) return 'wrong'
  return glyphs.some(({ nag }) => GOOD.has(nag)) || RIGHT.test(text) ? 'right' : undefined
}

/** The problems of a record of Go, in its order; none in a game. */
export function sgfProblems({ game, header, nodes, setup = '' }: GameRecord): SgfProblem[] {
  if (game !== 'go' || (header.rules?.handicap ?? 0) > 1) return []
  // Others say what they ask.
  if (nodes.some(({ annotations = [] }) => annotations.some(({ type }) => type === 'problem'))) return []
  const problems: SgfProblem[] = []
  const links = children(nodes)
  /** Nodes below a problem belong to it. */
  const isInside = new Uint8Array(nodes.length)
  for (const [at, node] of nodes.entries()) {
    isInside[at] = isInside[Math.max(0, node.parent)]!
    if (isInside[at] === 1 || node.move !== undefined || problems.length >= MOST_PROBLEMS) continue
    const { black, white } = at === 0 && setup !== '' ? stonesOf(setup) : stonesIn(node)
    const first = links.first[at]!
    const move = first < 0 ? undefined : nodes[first]!.move
    if (black === 0 || white === 0 || black + white < FEWEST_STONES || move === undefined) continue
    if (isLong(links, first)) continue
    isInside[at] = 1
    problems.push({ at, colour: moveColour(move) || node.turn || 1, right: rightNodes(nodes, links, at) })
  }
  return problems
}

function stonesOf(setup: string): { black: number; white: number } {
  const [board = ''] = setup.split(' ')
  return { black: board.split('X').length - 1, white: board.split('O').length - 1 }
}

function stonesIn({ edits = [] }: MoveNode): { black: number; white: number } {
  const count = (wanted: string) =>
    edits.reduce((sum, { piece, squares }) => sum + (piece === wanted ? squares.length : 0), 0)
  return { black: count('1'), white: count('2') }
}

function isLong({ first }: Children, from: number): boolean {
  let at = from
  for (let plies = 0; plies <= MOST_PLIES; plies++) {
    at = first[at]!
    if (at < 0) return false
  }
  return true
}

/** The nodes below a problem that belong to right answers. */
function rightNodes(nodes: GameRecord['nodes'], { first, next }: Children, at: number): Set<number> {
  const below: number[] = []
  for (const waiting = [first[at]!]; waiting.length > 0;) {
    const node = waiting.pop()!
    if (node < 0) continue
    below.push(node)
    waiting.push(next[node]!, first[node]!)
  }
  const verdicts = new Map(below.map((node) => [node, verdictOf(nodes[node]!)]))
  const said = new Set(verdicts.values())
  // Nothing is marked: the first branch of each node is the answer, against any reply.
  if (!said.has('right') && !said.has('wrong')) {
    const solver = moveColour(nodes[first[at]!]!.move!)
    return new Set(
      below.filter((node) => first[nodes[node]!.parent] === node || moveColour(nodes[node]!.move ?? -1) !== solver),
    )
  }
  const right = new Set<number>()
  // Children have larger numbers than their parents.
  for (const node of below.sort((left, right) => right - left)) {
    if (verdicts.get(node) === 'wrong') continue
    let [hasRight, child] = [false, first[node]!]
    const isEnd = child < 0
    for (; child >= 0; child = next[child]!) hasRight ||= right.has(child)
    if (hasRight || verdicts.get(node) === 'right' || (isEnd && !said.has('right'))) right.add(node)
  }
  return right
}
