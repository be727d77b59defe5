/** The part of the board that a problem of Go lies in, or that its author shows, so that it can be shown larger. */
import { computed } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { isPass, moveTo } from '../../../../src/model/move.ts'
import { subtreeEnd } from '../../../../src/model/tree-edit.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import type { Region } from '../../board/geometry.ts'
import { choice } from '../page/settings.ts'
import { node, position, record } from '../replay/replay.ts'
import { problems } from './quiz.ts'
import type { SgfProblem } from './sgf-problem.ts'

/** Lines shown around what belongs to the problem. */
const AROUND = 2
/** Lines between it and the edge that are shown too. */
const TO_EDGE = 2
/** The least lines that are shown. */
const LEAST = 7
/** With more of the board than this in it, all of it is shown. */
const MOST = 0.6

/** Whether problems are shown larger. */
export const zoomsProblems = choice('zoom-problems', ['yes', 'no'])

/** The squares that the author shows at the node on the board, said there or above it; undefined for the whole board. */
const visible = computed<readonly number[] | undefined>(() => {
  const nodes = record.value?.nodes ?? []
  if (!hasViews.value) return undefined
  for (let at = node.value; at >= 0; at = nodes[at]!.parent) {
    const view = nodes[at]!.annotations?.find(({ type }) => type === 'view')
    if (view?.type === 'view') return view.squares.length > 0 ? view.squares : undefined
  }
  return undefined
})

/** Whether the record says anywhere which part of the board is seen: few do. */
const hasViews = computed(
  () => record.value?.nodes.some(({ annotations }) => annotations?.some(({ type }) => type === 'view')) ?? false,
)

/** Whether the record dims squares anywhere: few do. */
const hasDims = computed(
  () => record.value?.nodes.some(({ marks }) => marks?.some(({ shape }) => shape === 'dim')) ?? false,
)

/** The squares that the author dims by marks at the node on the board or above it. */
const dimmed = computed<readonly number[]>(() => {
  const nodes = record.value?.nodes ?? []
  if (!hasDims.value) return []
  for (let at = node.value; at >= 0; at = nodes[at]!.parent) {
    const { marks = [], annotations = [] } = nodes[at]!
    const squares = marks.filter(({ shape }) => shape === 'dim').map((mark) => mark.at)
    if (squares.length > 0 || annotations.some(({ type }) => type === 'undim')) return squares
  }
  return []
})

/** What the author does not show, or dimmed in a node above, dimmed; without the marks of the node itself. */
export const dimmedMarks = computed<readonly Mark[]>(() => {
  const [shown, stands] = [visible.value, position.value]
  if (!stands) return []
  const squares = new Set(dimmed.value)
  if (shown) {
    const seen = new Set(shown)
    for (let at = 0; at < stands.columns * stands.rows; at++) if (!seen.has(at)) squares.add(at)
  }
  for (const { shape, at } of record.value?.nodes[node.value]?.marks ?? []) if (shape === 'dim') squares.delete(at)
  return Array.from(squares, (at) => ({ shape: 'dim', at }))
})

/** The problem that the node on the board belongs to: the only one of the record, or the one at or above the node. */
const problemInView = computed<SgfProblem | undefined>(() => {
  const [only, ...others] = problems.value
  if (others.length === 0) return only
  const nodes = record.value?.nodes ?? []
  const problemAt = new Map(problems.value.map((problem) => [problem.at, problem]))
  for (let at = node.value; at >= 0; at = nodes[at]!.parent) {
    const problem = problemAt.get(at)
    if (problem) return problem
  }
  return undefined
})

/** The squares of a problem: its position, and what its moves and marks touch. */
function squaresOf({ at }: SgfProblem): readonly number[] | undefined {
  const shown = record.value!
  let position
  try {
    position = positionAt(rulesOf(shown.game), shown, at)
  } catch {
    return undefined
  }
  const squares = Array.from({ length: position.columns * position.rows }, (_, square) => square).filter(
    (square) => position.pieceAt(square) !== '',
  )
  // With a single problem, what stands beside it is about it too.
  const [from, to] = problems.value.length === 1 ? [0, shown.nodes.length] : [at, subtreeEnd(shown.nodes, at)]
  for (let index = from; index < to; index++) {
    const { move, marks = [], edits = [] } = shown.nodes[index]!
    if (move !== undefined && !isPass(move)) squares.push(moveTo(move))
    for (const mark of marks) squares.push(mark.at)
    for (const edit of edits) for (const square of edit.squares) squares.push(square)
  }
  return squares
}

const problemSquares = computed(() => problemInView.value && squaresOf(problemInView.value))

/** The region of what the author shows, or of the problem on the board; undefined if that is the whole board. */
export const problemRegion = computed<Region | undefined>(() => {
  const [squares, stands] = [visible.value ?? problemSquares.value, position.value]
  if (!squares || !stands) return undefined
  const { columns, rows } = stands
  const across = span(
    squares.map((square) => square % columns),
    columns,
  )
  const down = span(
    squares.map((square) => Math.floor(square / columns)),
    rows,
  )
  const lines = (across.last - across.first + 1) * (down.last - down.first + 1)
  if (lines > MOST * columns * rows) return undefined
  return { left: across.first, right: across.last, top: down.first, bottom: down.last }
})

/** The region that is shown. */
export const shownRegion = computed(() => (zoomsProblems.value === 'yes' ? problemRegion.value : undefined))

/** The lines around those that are used, of so many. */
function span(used: readonly number[], length: number): { first: number; last: number } {
  let first = length
  let last = 0
  for (const line of used) {
    first = Math.min(first, line)
    last = Math.max(last, line)
  }
  first -= AROUND
  last += AROUND
  if (first <= TO_EDGE) first = 0
  if (last >= length - 1 - TO_EDGE) last = length - 1
  // A narrow one grows into the board.
  while (last - first + 1 < Math.min(LEAST, length)) {
    if (first > 0) first--
    if (last < length - 1) last++
  }
  return { first, last }
}
