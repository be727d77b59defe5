/** Autoplay: a move every few seconds. */
import { effect, signal } from '@preact/signals'
import { quiz } from '../study/quiz.ts'
import { goForward, isAtEnd, node, record } from './replay.ts'
import { choice } from '../page/settings.ts'
import { isTimeline } from './timeline.ts'

/** The choices of seconds between moves. */
export const PACES = ['2', '0.5', '1', '3', '5', '10'] as const

export const pace = choice('pace', PACES)
export const isPlaying = signal(false)

export function togglePlaying(): void {
  isPlaying.value = !isPlaying.value && !isAtEnd.value
}

// Every move that is shown starts the wait for the next one, and the end of the line ends it.
effect(() => {
  if (!isPlaying.value) return undefined
  const isElsewhere = isTimeline.value || quiz.value !== undefined
  // The node is read so that the wait restarts with every move.
  if (isElsewhere || !record.value || isAtEnd.value || node.value < 0) {
    isPlaying.value = false
    return undefined
  }
  const timer = setTimeout(goForward, Number(pace.value) * 1000)
  return () => clearTimeout(timer)
})
