/**
 * The open points of the format's description, and how a database is read: docs/formats/chess-assistant.md, Open
 * points.
 */
import type { Reading } from '../../format.ts'
import { decideReading } from '../../votes.ts'

/** The readings of every open point, the one taken without evidence first. */
export const READINGS = {
  /** The direction in which the second digit of a step counts. */
  direction: ['right', 'left'],
  /** Whether a variation comes before or after the move it replaces. */
  variations: ['before', 'after'],
  /** The id of the first entry of a list. */
  'index-base': ['0', '1'],
  /** The id of the first game. */
  'game-base': ['0', '1'],
  /** Whether the byte of the round holds twice the round. */
  round: ['doubled', 'plain'],
  /** Whether the game type is not interpreted, a number, or a set of bits, the lowest for kind 1. */
  'game-type': ['raw', 'number', 'mask'],
} as const

export type Point = keyof typeof READINGS

export type Profile = { -readonly [P in Point]: (typeof READINGS)[P][number] }

export const POINTS = Object.keys(READINGS) as Point[]

export const DEFAULT_PROFILE: Readonly<Profile> = {
  direction: 'right',
  variations: 'before',
  'index-base': '0',
  'game-base': '0',
  round: 'doubled',
  'game-type': 'raw',
}

/** The best reading wins if it has at least this many times the votes of the next. */
const MARGIN = 4

/** Counts votes: the winner if it is clear, otherwise the default. */
export function decide(point: Point, votes: Record<string, number>): Reading {
  return decideReading(votes, DEFAULT_PROFILE[point], MARGIN)
}
