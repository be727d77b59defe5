/** What a property of SGF is to the record: how its values are read into it and written from it. */
import type { Board, PointBudget } from './board.ts'
import type { Setup } from './setup.ts'
import type { LineBreak } from './text.ts'

export interface ReadContext {
  readonly board: Board
  readonly budget: PointBudget
}

export interface WriteContext {
  readonly board: Board
  readonly lineBreak: LineBreak
  /** The start position of a record that has one in words of its game, for the root. */
  readonly setup?: Setup | undefined
}

/**
 * One property. Values are the text between the brackets, escapes included,
 * so that reading and writing say between them what is written as it was found: what
 * `write` makes of what `read` took. Everything else is kept as it was, see native.ts.
 */
export interface Property<Target> {
  /** Identifier in capitals. */
  readonly id: string
  /** Identifier that says the same today, under which it is written. Absent: its own. */
  readonly modern?: string
  readonly read: (target: Target, values: readonly string[], context: ReadContext) => void
  /** Whether values are surely written as they are: a look that is quicker than writing them. */
  readonly isPlain?: (values: readonly string[], context: WriteContext) => boolean
  /** The values, or undefined when the target has nothing to say. Absent: never written. */
  readonly write?: (target: Target, context: WriteContext) => string[] | undefined
}

/** The identifier under which a property is written. */
export function modernId<Target>({ id, modern }: Property<Target>): string {
  return modern ?? id
}

/** Writes a number as short as it can be. */
export function formatNumber(value: number): string {
  return String(value)
}

/** Reads a number; undefined when the text is anything else. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  return /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(trimmed) ? Number(trimmed) : undefined
}
