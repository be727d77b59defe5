/**
 * Moves of the record that cannot have been played, and a start position that no game can have: found a moment after
 * the game is shown, by a module of its own.
 */
import { computed, effect, signal } from '@preact/signals'
import type { Message } from '../../../../src/issues/index.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Word } from '../../words/index.ts'
import { played } from './played.ts'

/** What is wrong with a record. */
export interface Doubts {
  record: GameRecord
  /** The first bad move of every line that has one, by node, in the order of the tree, and what is wrong with it. */
  bad: ReadonlyMap<number, Word>
  /** 1 for every node that follows one of them. */
  after: Uint8Array
  /** Why no game can start from the position. */
  start: Message | undefined
}

/** Milliseconds after which a game is examined, so that its first picture does not wait. */
const REST = 50

const found = signal<Doubts | undefined>(undefined)

effect(() => {
  const record = played.value
  if (!record) return undefined
  const timer = setTimeout(() => void examine(record), REST)
  return () => clearTimeout(timer)
})

async function examine(record: GameRecord): Promise<void> {
  try {
    const { findDoubts } = await import('./find-doubts.ts')
    if (record === played.value) found.value = findDoubts(record)
  } catch {
    // Without the module, all moves look alike.
  }
}

/** What is wrong with the record on the board; undefined if nothing is. */
export const doubts = computed(() => (found.value?.record === played.value ? found.value : undefined))
