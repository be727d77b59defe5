/** How long the players thought about each move of the main line. */
import { computed } from '@preact/signals'
import type { Colour } from '../../../../src/model/move.ts'
import { mainLine } from '../../../../src/model/tree.ts'
import { timeSpent } from './clocks.ts'
import { record, writtenMoves } from './replay.ts'

export interface MoveTime {
  readonly node: number
  readonly colour: Colour
  readonly seconds: number
}

/** Fewer times are not worth a graph. */
const FEWEST = 4

/**
 * The times spent on the moves of the main line, as recorded or from what the clocks show, in which time added for a
 * move makes it shorter; none unless there are enough for a graph.
 */
export const moveTimes = computed<readonly MoveTime[]>(() => {
  const nodes = record.value?.nodes ?? []
  if (!nodes.some(({ clock }) => clock)) return []
  const left: (number | undefined)[] = []
  const times: MoveTime[] = []
  for (const node of [0, ...mainLine(nodes)]) {
    const { clock } = nodes[node]!
    const colour = writtenMoves.value[node]?.colour
    const before = colour && left[colour]
    if (colour && clock?.left !== undefined) left[colour] = clock.left
    clock?.lefts?.forEach((seconds, place) => (left[place + 1] = seconds ?? undefined))
    if (!colour) continue
    const now = left[colour]
    const byClock = clock && before !== undefined && now !== undefined ? Math.max(0, before - now) : undefined
    const seconds = timeSpent(nodes, node) ?? byClock
    if (seconds !== undefined) times.push({ node, colour, seconds })
  }
  return times.length >= FEWEST ? times : []
})
