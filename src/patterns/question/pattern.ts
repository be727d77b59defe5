/**
 * What a search can ask of a position beyond the exact one: which men may stand on some squares, where such a pattern
 * may lie, and what must follow. Plain data, which travels as JSON; docs/patterns.md says how it is written.
 */
import type { Colour } from '../../model/move.ts'
import { USUAL_SIZE, type Game } from '../../model/record.ts'
import { MEN } from '../../positions/main-line.ts'

/** A square of a pattern, about which something is said. */
export interface PatternCell {
  /** From the left of the pattern. */
  column: number
  /** From its top. */
  row: number
  /** What may stand there: bit 0 for an empty square, bit 1 and up for the men by their number (positions/main-line.ts). */
  allowed: number
}

/** Sides of the board that a pattern lies at. */
export interface PatternEdges {
  left?: boolean | undefined
  top?: boolean | undefined
  right?: boolean | undefined
  bottom?: boolean | undefined
}

/** Squares of the board, where the top left corner of a pattern may lie: columns and rows from the top left, from 0. */
export interface PatternAnchors {
  left: number
  top: number
  right: number
  bottom: number
}

/** A move that must follow, on a square of the pattern. */
export interface PatternStep {
  column: number
  row: number
  colour: Colour
}

/** A pattern. */
export interface Pattern {
  game: Game
  /** Size of its rectangle, squares at its sides of which nothing is said included. */
  columns: number
  rows: number
  cells: PatternCell[]
  /** Sides of the board that it lies at; none in a pattern that may lie anywhere. */
  edges: PatternEdges
  /** Whether it may not touch a side of the board. */
  isInner?: boolean
  anchors?: PatternAnchors
  /** Whether black stays black and white stays white, where the colours could be exchanged. */
  hasFixedColours?: boolean
  /** Whether it is found as it is drawn alone, not turned or mirrored. */
  isStill?: boolean
  /** Who plays next within the pattern. */
  next?: Colour
  /** Moves after which it stands for the first time: at least, and at most. */
  from?: number
  by?: number
  /** Moves played elsewhere between the pattern, and each of the steps, and the next move within it, at most. */
  tenuki?: number
  /** Moves within the pattern that follow it in this order. */
  steps?: PatternStep[]
  /** Stones that were set up before the first move, and the size of the board. */
  handicap?: { least: number; most: number }
  board?: { columns: number; rows: number }
}

/** Everything that may stand on a square of a game. */
export function anything(game: Game): number {
  return (1 << (MEN[game].length + 1)) - 1
}

/** The number of a man by its letter; 0 when it is none. */
export function manOf(game: Game, letter: string): number {
  return letter === '' ? 0 : MEN[game].indexOf(letter) + 1
}

/** What may stand on a square when the colours of the stones are exchanged. */
export function exchangeStones(allowed: number): number {
  return (allowed & 1) | ((allowed & 2) << 1) | ((allowed & 4) >> 1)
}

/** Whether a pattern covers a whole board of the usual size. */
export function isWholeBoard({ game, columns, rows }: Pick<Pattern, 'game' | 'columns' | 'rows'>): boolean {
  const usual = USUAL_SIZE[game]
  return columns === usual.columns && rows === usual.rows
}
