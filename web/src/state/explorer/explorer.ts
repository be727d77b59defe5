/** What was played in the position on the board: requested a moment after the board came to rest, and cached. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo, type Move } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { whenAtRest } from './at-rest.ts'
import { hasBooks } from './book-sources.ts'
import type { ExplorerSource, PositionFacts, SampleGame } from './explorer-source.ts'
import { explore } from '../editing/edit-actions.ts'
import { position, record } from '../replay/replay.ts'
import { chosenTab } from '../page/tabs.ts'
import { explain } from '../../words/index.ts'

/** The explorer's source; undefined if there is none. */
export const explorerSource = signal<ExplorerSource | undefined>(undefined)

/** Whether there is something to explore: a database, or an opening book. */
export const hasExplorer = computed(() => explorerSource.value !== undefined || hasBooks.value)

/** Whether the explorer is shown: where there is one, unless another tab was chosen. */
export const isExploring = computed(() => {
  const isQuiet = explorerSource.value?.isOfFiles === true && !hasBooks.value
  return hasExplorer.value && (chosenTab.value ?? (isQuiet ? 'moves' : 'explorer')) === 'explorer'
})

export interface Explored {
  /** The requested position, as text. */
  key: string
  game: Game
  /** The requested position, in which moves are written. */
  position: Position
  facts: PositionFacts
  samples: readonly SampleGame[]
}

/** The last response; it stays until the next arrives. */
export const explored = signal<Explored | undefined>(undefined)
export const isAsking = signal(false)

/** The position on the board, as a text. */
const boardKey = computed(() => {
  const [stands, game] = [position.value, record.value?.game]
  return stands && game !== undefined ? `${game} ${rulesOf(game).format(stands)}` : undefined
})

/** Whether the response shown is for the position on the board rather than a previous one. */
const isCurrent = computed(() => explored.value !== undefined && explored.value.key === boardKey.value)

/** Plays a move of the response shown, unless the board has already moved on. */
export function playExplored(move: Move): void {
  if (isCurrent.value) explore(move)
}

/** The explorer's move under the pointer, drawn on the board. */
export const pointedMove = signal<Move | undefined>(undefined)

/** The marks of the move under the pointer: an arrow, or a frame for a stone. */
export const pointedMarks = computed<readonly Mark[]>(() => {
  const move = pointedMove.value
  if (move === undefined || isPass(move) || !isCurrent.value) return []
  if (isPlacement(move)) return [{ shape: 'selected', at: moveTo(move) }]
  return [{ shape: 'arrow', at: moveFrom(move), to: moveTo(move) }]
})

export const explorerFailure = signal<string | undefined>(undefined)

/** How many of the latest responses are cached. */
const KEPT = 300

const kept = new Map<string, Explored>()
let keptFor: ExplorerSource | undefined
let running: AbortController | undefined

effect(() => {
  const [source, stands, game, key] = [explorerSource.value, position.value, record.value?.game, boardKey.value]
  running?.abort()
  if (!isExploring.value || !source || !stands || game === undefined || key === undefined) {
    untracked(() => (isAsking.value = false))
    return
  }
  if (keptFor !== source) kept.clear()
  keptFor = source
  const known = kept.get(key)
  if (known) {
    untracked(() => show(known))
    return
  }
  untracked(() => (isAsking.value = true))
  running = whenAtRest((aborted) => ask(source, { key, game, position: stands }, aborted))
})

type Question = Pick<Explored, 'key' | 'game' | 'position'>

async function ask(source: ExplorerSource, question: Question, aborted: AbortSignal): Promise<void> {
  const { game, position } = question
  try {
    const facts = await source.explore(game, position, aborted)
    if (aborted.aborted) return
    let answer: Explored = { ...question, facts, samples: [] }
    show(answer)
    if (facts.games > 0 && source.samples) {
      const samples = await source.samples(game, position, aborted)
      if (aborted.aborted) return
      answer = { ...answer, samples }
      show(answer)
    }
    keep(answer)
  } catch (error) {
    if (aborted.aborted) return
    isAsking.value = false
    explorerFailure.value = explain(error)
  }
}

function show(answer: Explored): void {
  batch(() => {
    // Entering the games below the moves does not change the move under the pointer.
    if (explored.value?.key !== answer.key) pointedMove.value = undefined
    explored.value = answer
    explorerFailure.value = undefined
    isAsking.value = false
  })
}

function keep(answer: Explored): void {
  kept.set(answer.key, answer)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
}
