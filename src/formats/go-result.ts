/**
 * Results of Go in the words of people and servers, in English, Chinese,
 * Japanese and Korean: `White wins by 3.5`, `黑中盘胜`, `黒中押し勝ち`, `백 불계승`, `白胜1又3/4子`.
 */
import type { Colour } from '../model/move.ts'
import type { Result } from '../model/result.ts'

const WINNERS: readonly (readonly [words: RegExp, winner: Colour])[] = [
  [/\bblack\b|黑|黒|흑/i, 1],
  [/\bwhite\b|白|백/i, 2],
]

const WAYS: readonly (readonly [words: RegExp, by: NonNullable<Result['by']>])[] = [
  [/resign|中盘|中盤|中押|불계/i, 'resignation'],
  [/time|超时|超時|时间|時間|시간/i, 'time'],
  [/forfeit|기권|棄権|弃权|不戦/i, 'forfeit'],
]

/** Reads a result in words, and keeps the words; undefined if they say neither who won nor that nobody did. */
export function parseResultWords(text: string): Result | undefined {
  if (/\bdraw|\bjigo\b|和棋|和局|持碁|무승부/i.test(text)) return { outcome: 'draw', text }
  const winner = findWinner(text)
  if (winner === undefined) return undefined
  const result: Result = { outcome: 'win', winner, text }
  const by = WAYS.find(([words]) => words.test(text))?.[1]
  const margin = by === undefined ? findMargin(text) : undefined
  if (by !== undefined) result.by = by
  if (margin !== undefined) result.margin = margin
  return result
}

/** The colour named first, unless words for losing follow. */
function findWinner(text: string): Colour | undefined {
  let first: { at: number; colour: Colour } | undefined
  for (const [words, colour] of WINNERS) {
    const at = text.search(words)
    if (at >= 0 && (!first || at < first.at)) first = { at, colour }
  }
  if (!first) return undefined
  return /\blose|\blost\b|负|負け|敗/i.test(text) ? ((3 - first.colour) as Colour) : first.colour
}

/** Points of the margin. Chinese counting uses stones (子), which are two points each; 半 and 반 are a half. */
function findMargin(text: string): number | undefined {
  const part = /([0-9]+)?\s*又?\s*([0-9])\/([1-9])\s*子/.exec(text)
  if (part) return (Number(part[1] ?? 0) + Number(part[2]) / Number(part[3])) * 2
  const match = /([0-9]+(?:\.[0-9]+)?)\s*(子?)[目点집]?\s*([半반]?)/.exec(text)
  if (!match) return undefined
  const value = Number(match[1]) + (match[3] === '' ? 0 : 0.5)
  return match[2] === '子' ? value * 2 : value
}
