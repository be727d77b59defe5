/**
 * Conditions on openings: codes and ranges of codes (`B30-B39`,
 * `B33,B34`, `B`), or words of a name in any order.
 */
import { CodedError } from '../issues/errors.ts'

/** Codes from one to another, including all codes with these prefixes. */
export interface CodeRange {
  from: string
  to: string
}

/** A condition on the opening. */
export type OpeningQuery = { codes: CodeRange[] } | { words: string }

const CODE = /^[A-Z][0-9]{0,2}$/

/** Reads a condition on openings. Throws CodedError if a range of codes ends before it begins. */
export function parseOpening(text: string): OpeningQuery {
  const codes = text.split(',').map((part) => parseRange(part.trim().toUpperCase()))
  return codes.every((range) => range !== undefined) ? { codes } : { words: text }
}

function parseRange(text: string): CodeRange | undefined {
  const [first = '', second = first, ...rest] = text.split(/\s*[-–]\s*/)
  if (rest.length > 0 || !CODE.test(first)) return undefined
  const last = /^[0-9]+$/.test(second) ? first.slice(0, 3 - second.length) + second : second
  if (!CODE.test(last)) return undefined
  const length = Math.min(first.length, last.length)
  if (last.slice(0, length) < first.slice(0, length)) throw new CodedError('query/code-range', { text })
  return { from: first, to: last }
}

/** Whether a code lies in one of the ranges. */
export function hasCode(ranges: readonly CodeRange[], code: string): boolean {
  const letters = code.toUpperCase()
  return ranges.some(({ from, to }) => letters.slice(0, from.length) >= from && letters.slice(0, to.length) <= to)
}
