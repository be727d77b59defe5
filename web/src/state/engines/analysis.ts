/**
 * The engine at work on the position on the board: started and stopped by the user, it follows the board, a moment after
 * that came to rest.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Evaluation } from '../../../../src/model/annotation.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { explain } from '../../words/index.ts'
import { choice } from '../page/settings.ts'
import { node, position, record } from '../replay/replay.ts'
import { quiz } from '../study/quiz.ts'
import { engine, pathRecord, type PageEngine, type Starting } from './engines.ts'

/** How many of the best moves get a line. */
export const lineCount = choice('engine-lines', ['3', '1', '2', '4', '5', '8'])

/** Whether the engine follows the board. */
export const isAnalysing = signal(false)

/** Whether something else has the engine: the analysis of a whole game, or a game against it. */
export const isTaken = signal(false)

/** What an engine found. */
export interface Found {
  /** The position, as text. */
  key: string
  evaluation: Evaluation
}

/** What was found last; it stays until the next position has something. */
export const found = signal<Found | undefined>(undefined)
/** Whether the engine is searching now. */
export const isSearching = signal(false)
/** Set while an engine that takes long is starting. */
export const starting = signal<Starting | undefined>(undefined)
/** Why it does not. */
export const engineFailure = signal<string | undefined>(undefined)

/** Seconds after which an engine that is forgotten stops by itself. */
const MOST_SECONDS = 600

/** Milliseconds the board must rest before the engine is asked. */
const REST = 150

/** Positions whose latest evaluation is kept, to be shown at once when the board comes back to them. */
const KEPT = 200

/** Milliseconds of silence after which an engine is asked whether it is still starting. */
const SILENCE = 2000

const kept = new Map<string, Evaluation>()

export function toggleAnalysis(): void {
  if (!isAnalysing.value && (isTaken.value || !engine.value)) return
  batch(() => {
    isAnalysing.value = !isAnalysing.value
    engineFailure.value = undefined
  })
}

/** Whether the game is over on the board. */
export const isOver = computed(() => {
  const [shown, stands] = [record.value, position.value]
  return shown !== undefined && stands !== undefined && rulesOf(shown.game).outcome(stands) !== undefined
})

/** The position on the board with the engine that is asked about it, as text. */
const hereKey = computed(() => {
  const [shown, asked] = [record.value, engine.value]
  // The answer to a question is not given away.
  if (!shown || !asked || !position.value || quiz.value || isTaken.value) return undefined
  return isAnalysing.value || found.value ? keyOf(asked, shown, node.value) : undefined
})

function keyOf({ name }: PageEngine, shown: GameRecord, at: number): string {
  return `${name} ${JSON.stringify(pathRecord(shown, at))}`
}

/** What was found in the position on the board. */
export const foundHere = computed(() => (found.value?.key === hereKey.value ? found.value?.evaluation : undefined))

effect(() => {
  const [key, count, asked] = [hereKey.value, Number(lineCount.value), engine.value]
  if (!isAnalysing.value || isOver.value || key === undefined || !asked) {
    untracked(() => (isSearching.value = false))
    return undefined
  }
  const own = new AbortController()
  untracked(() => {
    const before = kept.get(key)
    batch(() => {
      isSearching.value = true
      engineFailure.value = undefined
      if (before) found.value = { key, evaluation: before }
    })
  })
  const [shown, at] = [record.peek()!, node.peek()]
  const timer = setTimeout(() => void search(asked, shown, at, { key, count }, own.signal), REST)
  return () => {
    clearTimeout(timer)
    own.abort()
  }
})

async function search(
  asked: PageEngine,
  shown: GameRecord,
  at: number,
  { key, count }: { key: string; count: number },
  signal: AbortSignal,
): Promise<void> {
  const looking = setInterval(() => void look(asked, signal), SILENCE)
  const stopLooking = () => {
    clearInterval(looking)
    starting.value = undefined
  }
  const show = (evaluation: Evaluation) => {
    stopLooking()
    // A search that has only begun says less than the one before.
    const before = kept.get(key)
    const isLess = (evaluation.depth ?? 0) < (before?.depth ?? 0) && (before?.lines?.length ?? 0) >= count
    if (signal.aborted || isLess) return
    kept.delete(key)
    kept.set(key, evaluation)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    found.value = { key, evaluation }
  }
  try {
    show(
      await asked.analyse(shown, at, {
        limit: { seconds: MOST_SECONDS },
        lines: count,
        ownership: shown.game === 'go',
        signal,
        onUpdate: show,
      }),
    )
  } catch (error) {
    if (signal.aborted) return
    batch(() => {
      engineFailure.value = explain(error)
      isAnalysing.value = false
    })
  }
  stopLooking()
  if (!signal.aborted) isSearching.value = false
}

/** Shows how far an engine has come that is starting. */
async function look(asked: PageEngine, signal: AbortSignal): Promise<void> {
  const state = await asked.starting?.().catch(() => undefined)
  if (!signal.aborted) starting.value = state
}
