/**
 * What keys, buttons, the wheel and swipes step through: the moves of the record, or the steps of its timeline if that
 * is shown.
 */
import { computed } from '@preact/signals'
import { isPlaying, togglePlaying } from './autoplay.ts'
import { goBack, goForward, goToEnd, goToStart } from './replay.ts'
import { goToStep, isRunning, isTimeline, step, timeline, toggleRunning } from './timeline.ts'

function stepTo(index: number): void {
  goToStep(Math.max(-1, Math.min(timeline.value.length - 1, index)))
}

export function walkOn(): void {
  if (isTimeline.value) stepTo(step.value + 1)
  else goForward()
}

export function walkBack(): void {
  if (isTimeline.value) stepTo(step.value - 1)
  else goBack()
}

export function walkToStart(): void {
  if (isTimeline.value) stepTo(-1)
  else goToStart()
}

export function walkToEnd(): void {
  if (isTimeline.value) stepTo(Infinity)
  else goToEnd()
}

/** Whether the game or its timeline plays by itself. */
export const isWalking = computed(() => isPlaying.value || isRunning.value)

export function toggleWalking(): void {
  if (isTimeline.value) toggleRunning()
  else togglePlaying()
}
