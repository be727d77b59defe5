/** Results: `B+3.5`, `W+R`, `0`, `Void`, `?`. docs/formats/sgf.md, Results and dates. */
import type { Result } from '../../model/result.ts'
import { parseResultWords } from '../go-result.ts'
import { formatNumber, parseNumber } from './property.ts'

const WAYS: Record<string, NonNullable<Result['by']>> = {
  r: 'resignation',
  resign: 'resignation',
  t: 'time',
  time: 'time',
  f: 'forfeit',
  forfeit: 'forfeit',
}

const WAY_LETTERS: Partial<Record<NonNullable<Result['by']>, string>> = { resignation: 'R', time: 'T', forfeit: 'F' }

/** Reads a result. Anything beyond SGF's own forms is kept as text. */
export function parseResult(text: string): Result {
  const trimmed = text.trim()
  const word = trimmed.toLowerCase()
  if (word === '') return { outcome: 'unfinished' }
  if (word === '0' || word === 'draw' || word === 'jigo') return { outcome: 'draw' }
  if (word === 'void') return { outcome: 'void' }
  const match = /^([bw])(?:\+(.*))?$/i.exec(trimmed)
  if (!match) return parseResultWords(trimmed) ?? { outcome: 'unfinished', text: trimmed }
  const result: Result = { outcome: 'win', winner: match[1]!.toLowerCase() === 'b' ? 1 : 2 }
  const detail = (match[2] ?? '').trim().toLowerCase()
  const by = WAYS[detail]
  const margin = parseNumber(detail)
  if (by !== undefined) result.by = by
  else if (margin !== undefined) result.margin = margin
  else if (detail !== '') result.text = trimmed
  return result
}

/** Writes a result in SGF's own form or, if that is impossible, in its own words; undefined if there is none. */
export function formatResult(result: Result): string | undefined {
  const { outcome, winner, by, margin, score, text } = result
  if (outcome === 'draw') return '0'
  if (outcome === 'void' || outcome === 'both-lose') return 'Void'
  if (outcome === 'unfinished' || winner === undefined) return text
  const points = margin ?? (score && Math.abs(score[0] - score[1]))
  const way = by === undefined ? undefined : WAY_LETTERS[by]
  return `${winner === 1 ? 'B' : 'W'}+${way ?? (points === undefined ? '' : formatNumber(points))}`
}
