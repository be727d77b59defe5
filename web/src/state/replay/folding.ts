/** Folded variations in the list of moves. */
import { computed, signal } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { layOut } from './move-list.ts'
import { goTo, node, record } from './replay.ts'

export const blocks = computed(() => layOut(record.value?.nodes ?? []))

const chosen = signal<{ record: GameRecord | undefined; starts: ReadonlySet<number> }>({
  record: undefined,
  starts: new Set(),
})

/** First nodes of the folded variations; never one that contains the current node. */
export const folded = computed<ReadonlySet<number>>(() => {
  if (chosen.value.record !== record.value || chosen.value.starts.size === 0) return NONE
  const open = new Set(pathTo(record.value?.nodes ?? [], node.value))
  const starts = [...chosen.value.starts].filter((start) => !open.has(start))
  return new Set(starts)
})

const NONE: ReadonlySet<number> = new Set()

export const hasVariations = computed(() => blocks.value.some(({ depth }) => depth > 0))

/** Folds or unfolds a variation. If the current node is inside, the board goes to where the variation begins. */
export function toggleFolded(start: number): void {
  const starts = new Set(folded.value)
  const nodes = record.value?.nodes ?? []
  if (!starts.delete(start)) {
    starts.add(start)
    if (pathTo(nodes, node.value).includes(start)) goTo(nodes[start]!.parent)
  }
  chosen.value = { record: record.value, starts }
}

/** Folds all variations of the main line with everything in them, or unfolds everything. */
export function foldAll(isFolded: boolean): void {
  const starts = isFolded ? blocks.value.filter(({ isStart }) => isStart).map(({ nodes }) => nodes[0]!) : []
  chosen.value = { record: record.value, starts: new Set(starts) }
}
