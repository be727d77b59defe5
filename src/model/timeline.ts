/**
 * A timeline is a record as it happened: moves, take-backs, messages, marks
 * and result claims, each with its time and actor. wei7 records live games this way. The tree is derived from it, see
 * timeline-tree.ts.
 */
import type { Annotation, Edit, Glyph, Mark } from './annotation.ts'
import type { Json } from './json.ts'
import type { Move } from './move.ts'
import type { Result } from './result.ts'

/** What every event of a timeline has. */
export interface Step {
  /** Seconds from the start of the game. */
  time?: number
  /** Index into the header's players: who did it. */
  actor?: number
  /** Marks and comment recorded with the step. */
  marks?: Mark[]
  comment?: string
  native?: Record<string, Json>
  /** The tree node reached after the step. */
  node?: number
}

/** One event of a timeline. */
export type TimelineEvent =
  | (Step & { type: 'move'; move: Move; glyphs?: Glyph[]; annotations?: Annotation[] })
  | (Step & { type: 'takeback'; moves: number })
  | (Step & { type: 'message'; text: string })
  | (Step & { type: 'mark'; mark: Mark })
  | (Step & { type: 'result'; result: Result })
  | StartEvent
  | BranchEvent

/** What a line begins with: its marks, comment, edits and annotations belong to the position before its first move. */
interface Beginning extends Step {
  name?: string
  edits?: Edit[]
  annotations?: Annotation[]
}

/** The start of the game, always the first event if present: it describes node 0. */
export interface StartEvent extends Beginning {
  type: 'start'
}

/**
 * A branch begins: what follows continues not from the previous event but from the node reached by the event `from`, or
 * from the start if -1.
 */
export interface BranchEvent extends Beginning {
  type: 'branch'
  from: number
}

/** A game as it happened: its events in order of time. */
export type Timeline = TimelineEvent[]
