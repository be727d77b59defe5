/**
 * Expressions over conditions: all of some, any of some, not, and positions of a game that follow one another. Plain data;
 * docs/query.md has the grammar.
 */
import type { Game } from '../model/record.ts'
import type { Material } from '../patterns/material.ts'
import type { Position } from '../rules/rules.ts'
import type { GameQuery } from './query.ts'

/** Which games are meant. */
export type Expression =
  | { type: 'all' | 'any'; parts: readonly Expression[] }
  | { type: 'not'; part: Expression }
  /** Conditions that hold together, as in a query of their own. */
  | { type: 'query'; query: GameQuery }
  /** Moments of the main line, each later than the one before it. */
  | { type: 'line'; game: Game; moments: readonly Moment[] }

/** What holds of one position of a main line and of the move that led to it. */
export type Moment = readonly MomentFact[]

/** One fact of a moment. Men are given by their number (positions/main-line.ts). */
export type MomentFact =
  | { type: 'position'; position: Position }
  | { type: 'material'; material: Material }
  /** One of these men was moved, or captured. */
  | { type: 'moved' | 'captured'; men: readonly number[] }
  /** How many men more the first side has, by the number of its man. */
  | { type: 'imbalance'; surplus: readonly number[] }

/** An expression with the text it was made from. */
export interface Where {
  text: string
  expression: Expression
}
