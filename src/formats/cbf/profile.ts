/** The open points of the format's description, and how a database is read: docs/formats/cbf.md, Open points. */
import type { Reading } from '../format.ts'
import { decideReading } from '../votes.ts'

/** The readings of every open point, the one taken without evidence first. */
export const READINGS = {
  /** Whether a pawn on the edge has a number for a capture that cannot be. */
  phantom: ['counted', 'none'],
  /** Whether castling is counted by the pieces alone, or only while it is allowed. */
  castling: ['pieces', 'rights'],
  /** Whether castling keeps the en passant square of the move before it. */
  stale: ['kept', 'cleared'],
} as const

export type Point = keyof typeof READINGS

export type Profile = { -readonly [P in Point]: (typeof READINGS)[P][number] }

export const POINTS = Object.keys(READINGS) as Point[]

export const DEFAULT_PROFILE: Readonly<Profile> = { phantom: 'counted', castling: 'pieces', stale: 'kept' }

/** The best reading wins if it has at least this many times the votes of the next. */
const MARGIN = 4

/** Counts votes: the winner if it is clear, otherwise the default. */
export function decide(point: Point, votes: Record<string, number>): Reading {
  return decideReading(votes, DEFAULT_PROFILE[point], MARGIN)
}
