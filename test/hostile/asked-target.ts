/** Targets that no record comes of: what is asked of them ends well or in an error of ours, within a budget of memory. */
import type { NamedBytes } from '../support/named-bytes.ts'
import { holdBudget, MemoryMeter } from './budget.ts'
import type { Target } from './target.ts'

/** What is given hostile bytes, and how it may end. */
export interface Asked {
  name: string
  /** Whether most mutants are refused, because a checksum is over all of them. */
  isSealed?: boolean
  inputs: () => Promise<NamedBytes[][]> | NamedBytes[][]
  words: readonly string[]
  /** Asks for everything; throws Disagreement for an answer that cannot be. */
  ask: (files: readonly NamedBytes[]) => Promise<void>
  /** Tells errors that hostile bytes may end in. */
  isRefusal: (error: unknown) => boolean
}

/** A target of what is asked. */
export function askedTarget({ name, isSealed = false, inputs, words, ask, isRefusal }: Asked): Target {
  return {
    name,
    isSlow: false,
    isSealed,
    inputs: async () => await inputs(),
    realFolders: [],
    realInputs: () => [],
    words: () => words.map((word) => new TextEncoder().encode(word)),
    async check(files) {
      const memory = new MemoryMeter()
      memory.start()
      try {
        await ask(files)
        return true
      } catch (error) {
        if (!isRefusal(error)) throw error
        return false
      } finally {
        memory.stop()
        const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
        holdBudget('bytes of memory', memory.bytes, 4096 * size + 16_777_216)
      }
    },
  }
}
