/** Folded variations in the list of moves. */
import { computed, signal } from '@preact/signals'
import type { Annotation } from '../../../../src/model/annotation.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { moveLayout } from '../page/settings.ts'
import { isWanted } from './comment-language.ts'
import { layOut, rowsByNode, type Row } from './move-list.ts'
import { played } from './played.ts'
import { layOutTree } from './tree-layout.ts'
import { goTo, links, node, record, writtenMoves } from './replay.ts'

/** Trees with more nodes than this have the variations inside variations folded at first. */
const LARGE = 800

/** Annotations that are written among the moves. */
const WRITTEN: ReadonlySet<Annotation['type']> = new Set(['diagram', 'critical', 'medals', 'quotation', 'media'])

interface Folds {
  /** The record whose variations these are; notes may have changed since. */
  record: GameRecord | undefined
  /** What holds for variations that are not named below: those inside variations of large trees are folded, or all. */
  usual: 'deep' | 'none' | 'all'
  /** Variations folded or unfolded by hand, by their first node. */
  chosen: ReadonlyMap<number, boolean>
}

const folds = signal<Folds>({ record: undefined, usual: 'deep', chosen: new Map() })

const current = computed<Folds>(() => {
  const shown = played.value
  return folds.value.record === shown ? folds.value : { record: shown, usual: 'deep', chosen: new Map() }
})

/** Whether a variation is folded as long as the current node is not in it. */
function isUsuallyFolded(start: number, depth: number): boolean {
  const { record, usual, chosen } = current.value
  const byHand = chosen.get(start)
  if (byHand !== undefined) return byHand
  return usual === 'all' || (usual === 'deep' && depth > 1 && (record?.nodes.length ?? 0) > LARGE)
}

let lastOpened: readonly number[] = []

/** The variations that would be folded and are open because the current node is in them; stays the same if they do. */
const opened = computed<readonly number[]>(() => {
  const { first } = links.value
  const nodes = record.value?.nodes ?? []
  let depth = 0
  const found: number[] = []
  for (const at of pathTo(nodes, node.value)) {
    if (first[nodes[at]!.parent] === at) continue
    depth++
    if (isUsuallyFolded(at, depth)) found.push(at)
  }
  if (found.length !== lastOpened.length || found.some((at, index) => at !== lastOpened[index])) lastOpened = found
  return lastOpened
})

/** The tree as a graph, with the same variations folded as in the list. */
export const treeLayout = computed(() => {
  const open = new Set(opened.value)
  return layOutTree(
    record.value?.nodes ?? [],
    links.value,
    (start, depth) => !open.has(start) && isUsuallyFolded(start, depth),
  )
})

/** The rows of the list of moves. */
export const rows = computed<readonly Row[]>(() => {
  const shown = record.value
  if (!shown) return []
  const { nodes } = shown
  const moves = writtenMoves.value
  const open = new Set(opened.value)
  return layOut(nodes, links.value, {
    hasColumns: moveLayout.value === 'columns',
    columnOf: (index) => {
      const colour = moves[index]?.colour
      return colour === 1 ? 0 : colour === 2 ? 1 : undefined
    },
    hasWords: (index, placement) => {
      const { comments, annotations, name } = nodes[index]!
      if (comments?.some((comment) => comment.placement === placement && isWanted(comment))) return true
      if (placement === 'before') return name !== undefined && moves[index] !== undefined
      return annotations?.some(({ type }) => WRITTEN.has(type)) === true
    },
    isFolded: (start, depth) => !open.has(start) && isUsuallyFolded(start, depth),
  })
})

/** The row of each node that is shown. */
export const places = computed(() => rowsByNode(rows.value))

/** The number of moves after the first one in a variation, by its first node. */
export function hiddenMoves(start: number): number {
  const nodes = record.value?.nodes ?? []
  let end = start + 1
  // The tree is stored line by line: what follows a node stands directly behind it.
  while (end < nodes.length && nodes[end]!.parent >= start) end++
  return end - start - 1
}

export const hasVariations = computed(() => links.value.next.some((next) => next >= 0))

/** Whether everything is unfolded. */
export const isUnfolded = computed(() => rows.value.every((row) => row.type !== 'line' || !row.isFolded))

/** Folds or unfolds a variation. If the current node is inside, the board goes to where the variation begins. */
export function toggleFolded(start: number, isFolded: boolean): void {
  const { usual, chosen } = current.value
  folds.value = { record: played.value, usual, chosen: new Map(chosen).set(start, isFolded) }
  const nodes = record.value?.nodes ?? []
  if (isFolded && pathTo(nodes, node.value).includes(start)) goTo(nodes[start]!.parent)
}

/** Folds all variations, or unfolds everything. */
export function foldAll(isFolded: boolean): void {
  folds.value = { record: played.value, usual: isFolded ? 'all' : 'none', chosen: new Map() }
}
