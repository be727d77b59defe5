/** The game on the board and the place in it. */
import { batch, computed, signal } from '@preact/signals'
import { children, pathTo } from '../../../../src/model/tree.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { NotationStyle } from '../../../../src/rules/rules.ts'
import { language, words } from '../../words/index.ts'
import { record, tried } from '../editing/editing.ts'
import { played } from './played.ts'
import { writeMoves, type WrittenMove } from './written-moves.ts'

export { record }
/** First children and siblings of the nodes of the record. */
export const links = computed(() => children(record.value?.nodes ?? []))

const chosen = signal<{ record: GameRecord | undefined; node: number }>({ record: undefined, node: 0 })
/** The current node; the root in a newly opened game. */
export const node = computed(() => (chosen.value.record === record.value ? chosen.value.node : 0))
/** The node, or where the line on the board leaves the record if it is only tried: a place that lasts. */
export const keptNode = computed(() => tried.value?.from ?? node.value)
/** Whether the board is flipped. */
export const isFlipped = signal(false)

const notations = signal<Readonly<Record<string, NotationStyle>>>({})
/** The notation of moves; by default the usual one of the game. */
export const notation = computed<NotationStyle>(() => {
  const game = record.value?.game ?? 'chess'
  return notations.value[game] ?? usualStyle(game)
})

/** The default notation; xiangqi moves are in Chinese characters only if the page is in Chinese. */
function usualStyle(game: Game): NotationStyle {
  return game === 'xiangqi' && language.value !== 'zh' ? 'wxf' : rulesOf(game).styles[0]!
}

export function chooseNotation(style: NotationStyle): void {
  if (record.value) notations.value = { ...notations.value, [record.value.game]: style }
}

/** The position on the board, or the reason why there is none. */
export const position = computed(() => {
  const shown = record.value
  if (!shown) return undefined
  try {
    return positionAt(rulesOf(shown.game), shown, node.value)
  } catch {
    return undefined
  }
})

/** The moves of the record by node. Moves from an invalid position are not shown. */
export const writtenMoves = computed<readonly (WrittenMove | undefined)[]>(() =>
  played.value ? writeMoves(played.value, notation.value, words.unread) : [],
)

/** Goes to a node of the game. */
export function goTo(index: number): void {
  batch(() => {
    chosen.value = { record: record.value, node: index }
  })
}

/** Whether no move follows the one on the board. */
export const isAtEnd = computed(() => (links.value.first[node.value] ?? -1) < 0)

/** One move forward, along the first line. */
export function goForward(): void {
  const next = links.value.first[node.value] ?? -1
  if (next >= 0) goTo(next)
}

export function goBack(): void {
  const nodes = record.value?.nodes
  if (nodes && node.value > 0) goTo(nodes[node.value]!.parent)
}

export function goToStart(): void {
  goTo(0)
}

/** To the end of the line on the board. */
export function goToEnd(): void {
  let at = node.value
  while ((links.value.first[at] ?? -1) >= 0) at = links.value.first[at]!
  goTo(at)
}

/** To the next alternative to this move. */
export function goToNextLine(): void {
  const next = links.value.next[node.value] ?? -1
  if (next >= 0) goTo(next)
}

/** To the previous alternative; inside a variation, back to where it branches. */
export function goToPreviousLine(): void {
  const nodes = record.value?.nodes ?? []
  const { first, next } = links.value
  for (const at of pathTo(nodes, node.value).reverse()) {
    let sibling = first[nodes[at]!.parent]!
    if (sibling === at) continue
    while (next[sibling] !== at) sibling = next[sibling]!
    goTo(sibling)
    return
  }
}
