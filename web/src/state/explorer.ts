/** What was played in the position on the board: asked for a moment after the board came to rest, and kept. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Mark } from '../../../src/model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo, type Move } from '../../../src/model/move.ts'
import type { Game } from '../../../src/model/record.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import type { Position } from '../../../src/rules/rules.ts'
import type { ExplorerSource, PositionFacts, SampleGame } from './explorer-source.ts'
import { position, record } from './replay.ts'
import { remember, remembered } from './remember.ts'

/** What the explorer asks; undefined where there is nothing to ask. */
export const explorerSource = signal<ExplorerSource | undefined>(undefined)

/** Whether the explorer is open beside the moves. */
export const isExploring = signal(remembered('explorer') !== 'closed')

export function toggleExplorer(): void {
  isExploring.value = !isExploring.value
  remember('explorer', isExploring.value ? 'open' : 'closed')
}

export interface Explored {
  game: Game
  /** The position as it was asked about: moves are written on it. */
  position: Position
  facts: PositionFacts
  samples: readonly SampleGame[]
}

/** The last answer; it stays until the next is here. */
export const explored = signal<Explored | undefined>(undefined)
/** Whether the answer shown is one of an earlier position. */
export const isAsking = signal(false)
/** The move of the explorer that is pointed at, drawn on the board. */
export const pointedMove = signal<Move | undefined>(undefined)

/** The marks of the move that is pointed at: an arrow, or a frame where a stone goes. */
export const pointedMarks = computed<readonly Mark[]>(() => {
  const move = pointedMove.value
  if (move === undefined || isPass(move) || explored.value?.game !== record.value?.game) return []
  if (isPlacement(move)) return [{ shape: 'selected', at: moveTo(move) }]
  return [{ shape: 'arrow', at: moveFrom(move), to: moveTo(move) }]
})

export const explorerFailure = signal<string | undefined>(undefined)

/** Milliseconds the board rests before a position is asked about. */
const REST = 120

/** Answers kept, the latest ones. */
const KEPT = 300

const kept = new Map<string, Explored>()
let keptFor: ExplorerSource | undefined
let running: AbortController | undefined

effect(() => {
  const [source, stands, game] = [explorerSource.value, position.value, record.value?.game]
  running?.abort()
  if (!isExploring.value || !source || !stands || game === undefined) {
    untracked(() => (isAsking.value = false))
    return
  }
  if (keptFor !== source) kept.clear()
  keptFor = source
  const key = `${game} ${rulesOf(game).format(stands)}`
  const known = kept.get(key)
  if (known) {
    untracked(() => show(known))
    return
  }
  const own = new AbortController()
  running = own
  untracked(() => (isAsking.value = true))
  const timer = setTimeout(() => void ask(source, game, stands, key, own.signal), REST)
  own.signal.addEventListener('abort', () => clearTimeout(timer))
})

async function ask(source: ExplorerSource, game: Game, stands: Position, key: string, aborted: AbortSignal) {
  try {
    const facts = await source.explore(game, stands, aborted)
    if (aborted.aborted) return
    let answer: Explored = { game, position: stands, facts, samples: [] }
    show(answer)
    if (facts.games > 0 && source.samples) {
      const samples = await source.samples(game, stands, aborted)
      if (aborted.aborted) return
      answer = { ...answer, samples }
      show(answer)
    }
    keep(key, answer)
  } catch (error) {
    if (aborted.aborted) return
    isAsking.value = false
    explorerFailure.value = error instanceof Error ? error.message : String(error)
  }
}

function show(answer: Explored): void {
  batch(() => {
    explored.value = answer
    pointedMove.value = undefined
    explorerFailure.value = undefined
    isAsking.value = false
  })
}

function keep(key: string, answer: Explored): void {
  kept.set(key, answer)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
}
