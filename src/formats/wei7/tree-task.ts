import type { JsonObject } from '../json.ts'

/** A tree to read, and the state on the way to it. */
export interface TreeTask {
  tree: JsonObject
  /** Index of the event it continues from; -1 for the start. */
  from: number
  /** Moves made and not taken back, and whether stones were set up. */
  moves: number
  hasStones: boolean
  /** Whether a problem was posed, to which its moves are the answer. */
  isAnswer: boolean
  /** Whether it is the root tree, and whether it is the only branch of its parent. */
  isRoot: boolean
  isOnly: boolean
}
