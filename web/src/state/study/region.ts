/** The part of the board in which a problem of Go lies, so that it can be shown larger. */
import { computed } from '@preact/signals'
import { isPass, moveTo } from '../../../../src/model/move.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import type { Region } from '../../board/geometry.ts'
import { choice } from '../page/settings.ts'
import { record } from '../replay/replay.ts'
import { problems } from './quiz.ts'

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

/** The region of the problem on the board; undefined if there is none, or it needs the whole board. */
export const problemRegion = computed<Region | undefined>(() => {
  const shown = record.value
  const [problem] = problems.value
  // Several problems in one record may lie anywhere.
  if (!shown || !problem || problems.value.length > 1) return undefined
  const rules = rulesOf(shown.game)
  let position
  try {
    position = positionAt(rules, shown, problem.at)
  } catch {
    return undefined
  }
  const { columns, rows } = position
  const squares = Array.from({ length: columns * rows }, (_, square) => square).filter(
    (square) => position.pieceAt(square) !== '',
  )
  for (const { move, marks = [], edits = [] } of shown.nodes) {
    if (move !== undefined && !isPass(move)) squares.push(moveTo(move))
    for (const { at } of marks) squares.push(at)
    for (const edit of edits) for (const square of edit.squares) squares.push(square)
  }
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
