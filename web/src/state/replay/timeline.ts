/** The player of timelines: a record as it happened, step by step at its recorded times. */
import { computed, effect, signal } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Timeline } from '../../../../src/model/timeline.ts'
import { choice } from '../page/settings.ts'
import { goTo, node, record } from './replay.ts'

/** The speed, as a multiple of the recorded one. */
export const SPEEDS = ['1', '2', '5', '20', '100'] as const

export const speed = choice('timeline-speed', SPEEDS)
/** Whether the record is shown as it happened. */
export const isTimeline = signal(false)
export const isRunning = signal(false)

/** Seconds between steps without a time, and the longest wait for those with one. */
const USUAL_WAIT = 1
const LONGEST_WAIT = 30

export const timeline = computed<Timeline>(() => record.value?.timeline ?? [])

/** Whether the record has more than its moves about how it happened. */
export const hasTimeline = computed(() => {
  return timeline.value.some(({ type, time }) => time !== undefined || type === 'takeback' || type === 'message')
})

const place = signal<{ record: GameRecord | undefined; step: number }>({ record: undefined, step: -1 })

/** The last step that has happened, -1 before the first. */
export const step = computed(() => (place.value.record === record.value ? place.value.step : -1))

/** Goes to a step, and shows the board after it. */
export function goToStep(index: number): void {
  place.value = { record: record.value, step: index }
  goTo(timeline.value[index]?.node ?? 0)
}

export function toggleRunning(): void {
  if (!isRunning.value && step.value >= timeline.value.length - 1) goToStep(-1)
  isRunning.value = !isRunning.value
}

/** The marks made so far at the current node; undefined if they are those of the tree. */
export const marksByThen = computed<readonly Mark[] | undefined>(() => {
  if (!isTimeline.value || !hasTimeline.value) return undefined
  const before = timeline.value.slice(0, step.value + 1).filter((event) => event.node === node.value)
  return before.flatMap((event) => [...(event.marks ?? []), ...(event.type === 'mark' ? [event.mark] : [])])
})

/** Seconds to wait for a step at the recorded speed. */
function waitFor(index: number): number {
  const [before, after] = [timeline.value[index - 1], timeline.value[index]]
  if (after?.time === undefined) return USUAL_WAIT
  return Math.min(LONGEST_WAIT, Math.max(0, after.time - (before?.time ?? after.time)))
}

// A step that happens starts the wait for the next one.
effect(() => {
  if (!isRunning.value) return undefined
  const next = step.value + 1
  if (!isTimeline.value || next >= timeline.value.length) {
    isRunning.value = false
    return undefined
  }
  const timer = setTimeout(() => goToStep(next), (waitFor(next) / Number(speed.value)) * 1000)
  return () => clearTimeout(timer)
})

// A newly opened record is shown by its moves first, and so is one that lost its timeline by a change.
let shown: GameRecord | undefined
effect(() => {
  if (shown?.origin !== record.value?.origin || !hasTimeline.value) isTimeline.value = false
  shown = record.value
})
