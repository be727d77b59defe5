/** How the values of an SGF property are read into the record and written from it. */
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
  /** The start position of a record with position text, for the root. */
  readonly setup?: Setup | undefined
  /** Told of a property that was kept unread and has no place beside what the record says. */
  readonly lose?: (property: string) => void
}

/**
 * One property. Values are the text between the brackets, including escapes. A value is restored exactly if `write`
 * reproduces it from what `read` took; any other is kept as it was, see native.ts.
 */
export interface Property<Target> {
  /** Identifier in capitals. */
  readonly id: string
  /** The modern equivalent identifier, under which it is written. Absent: its own. */
  readonly modern?: string
  readonly read: (target: Target, values: readonly string[], context: ReadContext) => void
  /** Whether values would certainly be written as they are; faster than writing them. */
  readonly isPlain?: (values: readonly string[], context: WriteContext) => boolean
  /** The values, or undefined if the target has none. Absent: never written. */
  readonly write?: (target: Target, context: WriteContext) => string[] | undefined
  /**
   * Whether what a kept property said still holds of the target: it is kept as it was found for that long. For a property
   * that is read but not written, or that need not be written the same to mean the same.
   */
  readonly isStill?: (target: Target, said: Target) => boolean
}

/** The identifier under which a property is written. */
export function modernId<Target>({ id, modern }: Property<Target>): string {
  return modern ?? id
}

/** Writes a number in its shortest form. */
export function formatNumber(value: number): string {
  return String(value)
}

/** Reads a number; undefined for any other text. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(trimmed)) return undefined
  const value = Number(trimmed)
  // Hundreds of digits are more than a number holds.
  return Number.isFinite(value) ? value : undefined
}
