/** Results as they are written in tags and after moves, and the tags Result and Termination. */
import { type Result, resultSymbol } from '../../../model/result.ts'
import type { TagField } from './tag-field.ts'

/** The longest possible result. */
const MAX_RESULT = 12

/** Results as they are written, and what they mean. */
const RESULTS: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['1-0', { outcome: 'win', winner: 1 }],
  ['0-1', { outcome: 'win', winner: 2 }],
  ['1/2-1/2', { outcome: 'draw' }],
  ['0-0', { outcome: 'both-lose' }],
  ['*', { outcome: 'unfinished' }],
  ['1/2', { outcome: 'draw' }],
  ['½-½', { outcome: 'draw' }],
  ['½', { outcome: 'draw' }],
  ['0.5-0.5', { outcome: 'draw' }],
  ['1:0', { outcome: 'win', winner: 1 }],
  ['0:1', { outcome: 'win', winner: 2 }],
  ['+-', { outcome: 'win', winner: 1, by: 'forfeit' }],
  ['-+', { outcome: 'win', winner: 2, by: 'forfeit' }],
  ['+:-', { outcome: 'win', winner: 1, by: 'forfeit' }],
  ['-:+', { outcome: 'win', winner: 2, by: 'forfeit' }],
  ['+--', { outcome: 'win', winner: 1, by: 'forfeit' }],
  ['--+', { outcome: 'win', winner: 2, by: 'forfeit' }],
  ['1-0F', { outcome: 'win', winner: 1, by: 'forfeit' }],
  ['0-1F', { outcome: 'win', winner: 2, by: 'forfeit' }],
])

/** Results decided by arbiters, in which the two scores do not add up to one. */
const ODD_RESULT = /^(?:1-1|1-1\/2|1\/2-1|1\/2-0|0-1\/2)$/

/** A result with fewer discs than the smallest Othello board has squares counts something else. */
const LEAST_DISCS = 16

/** What a result means, as written in a tag or after the moves; undefined for other text. */
export function parseResult(text: string): Result | undefined {
  if (text.length > MAX_RESULT) return undefined
  const known = RESULTS.get(text)
  if (known) return { ...known }
  const usual = text.replaceAll(/\s/g, '').replaceAll(/[–—]/g, '-')
  if (ODD_RESULT.test(usual)) return { outcome: 'unfinished', text: usual }
  const score = /^([0-9]{1,3})-([0-9]{1,3})$/.exec(usual)
  if (score) {
    const [first, second] = [Number(score[1]), Number(score[2])]
    if (first + second >= LEAST_DISCS) return scoreResult(first, second)
  }
  return usual === text ? undefined : parseResult(usual)
}

/** The result of an Othello disc count. */
function scoreResult(first: number, second: number): Result {
  if (first === second) return { outcome: 'draw', score: [first, second] }
  return { outcome: 'win', winner: first > second ? 1 : 2, score: [first, second] }
}

/** The text of a result: the disc counts if known, `*` if neither the standard nor arbiters have a form for it. */
export function formatResult(result: Result): string {
  const { outcome, text, score } = result
  if (score) return `${score[0]}-${score[1]}`
  return outcome === 'unfinished' && text !== undefined && ODD_RESULT.test(text) ? text : resultSymbol(result)
}

export const RESULT: TagField = {
  name: 'Result',
  read: (header, value) => {
    const result = parseResult(value)
    if (result) header.result = result
    else header.result.text = value
    return true
  },
  write: ({ result }) => formatResult(result),
  isPlain: true,
}

/** How games end, by the words of the tag. */
const TERMINATIONS: Readonly<Record<string, Result['by']>> = {
  'time forfeit': 'time',
  adjudication: 'adjudication',
  forfeit: 'forfeit',
  resignation: 'resignation',
  checkmate: 'checkmate',
  score: 'score',
}

/** Read after the result: only a win has a reason. */
export const TERMINATION: TagField = {
  name: 'Termination',
  read: ({ result }, value) => {
    const text = value.toLowerCase()
    if (text === 'void' && result.outcome === 'unfinished') result.outcome = 'void'
    else if (result.outcome === 'win' && Object.hasOwn(TERMINATIONS, text)) result.by = TERMINATIONS[text]!
    else return false
    return true
  },
  write: ({ result }) => {
    if (result.outcome === 'void') return 'void'
    return Object.keys(TERMINATIONS).find((text) => result.outcome === 'win' && TERMINATIONS[text] === result.by)
  },
}
