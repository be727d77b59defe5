/**
 * A timeline is a record as it happened: moves, take-backs, messages, marks
 * and result claims, each with its time and actor. wei7 records live games so.
 */
import type { Mark } from './annotation.ts'
import type { Json } from './json.ts'
import type { Move } from './move.ts'
import type { Result } from './record.ts'

interface Step {
  /** Seconds since the start of the day of the record's instant, or of the game. */
  time?: number
  /** Index into the header's players: who did it. */
  actor?: number
  /** Marks and comment recorded with the step. */
  marks?: Mark[]
  comment?: string
  native?: Record<string, Json>
}

/** One event of a timeline. `node` of a move is the tree node it was derived into. */
export type TimelineEvent =
  | (Step & { type: 'move'; move: Move; node?: number })
  | (Step & { type: 'takeback'; moves: number })
  | (Step & { type: 'message'; text: string })
  | (Step & { type: 'mark'; mark: Mark })
  | (Step & { type: 'result'; result: Result })

export type Timeline = TimelineEvent[]
