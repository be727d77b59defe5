/** Results: `B+3.5`, `W+R`, `0`, `Void`, `?`. docs/formats/sgf.md, Results and dates. */
import type { Result } from '../../model/result.ts'
import { plainText } from '../go-amount.ts'
import { parseResultDetail, parseResultWords } from '../go-result.ts'
import { formatNumber } from './property.ts'

const WAY_LETTERS: Partial<Record<NonNullable<Result['by']>, string>> = { resignation: 'R', time: 'T', forfeit: 'F' }

/** Reads a result. Anything beyond SGF's own forms is kept as text. */
export function parseResult(text: string): Result {
  const trimmed = text.trim()
  const word = trimmed.toLowerCase()
  if (word === '') return { outcome: 'unfinished' }
  if (word === '0' || word === 'draw' || word === 'jigo') return { outcome: 'draw' }
  if (word === 'void') return { outcome: 'void' }
  const match = /^([bw])\s*(?:\+(.*))?$/i.exec(plainText(trimmed))
  if (!match) return parseResultWords(trimmed) ?? { outcome: 'unfinished', text: trimmed }
  const { isAll, ...detail } = parseResultDetail(match[2] ?? '')
  const result: Result = { outcome: 'win', winner: match[1]!.toLowerCase() === 'b' ? 1 : 2, ...detail }
  if (!isAll) result.text = trimmed
  return result
}

/** Whether the text of a result has a margin that none can be: Fox writes 0.02 and 0.03, perhaps for time and forfeit. */
export function isResultCode(text: string): boolean {
  return /^[BW]\s*\+\s*0?[.,]0[0-9]*[1-9]/i.test(text)
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
