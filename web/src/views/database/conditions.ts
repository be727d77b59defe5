/** The names of search conditions on the page. */
import { GAMES } from '../../../../src/model/record.ts'
import { CONDITIONS, type ConditionName } from '../../../../src/query/conditions.ts'
import type { Side } from '../../../../src/query/query.ts'
import type { Condition } from '../../state/database/filter.ts'
import { words, type Word } from '../../words/index.ts'

/** Labels of all conditions; the types check that each is a text of the page. */
const LABELS: Readonly<Record<ConditionName, { label: Word }>> = CONDITIONS

/** The label of a condition. */
export function labelOf(name: Condition): Word {
  return LABELS[name === 'fen' ? 'position' : name].label
}

/** The kinds of record that can be searched for, with their texts. */
export const KINDS = {
  game: 'kindGame',
  problem: 'kindProblem',
  endgame: 'kindEndgame',
  opening: 'kindOpening',
  middlegame: 'kindMiddlegame',
  tutorial: 'kindTutorial',
  fragment: 'kindFragment',
} as const satisfies Record<string, Word>

/** Results, and those from the chosen player's point of view. */
export const RESULTS = ['1-0', '1/2-1/2', '0-1', '0-0', '*', 'win', 'loss'] as const
const RESULT_WORDS: Readonly<Record<string, Word>> = { win: 'resultWin', loss: 'resultLoss' }

/** The sides of a player. */
export const SIDES = {
  white: 'whitePlayer',
  black: 'blackPlayer',
  first: 'movesFirst',
  second: 'movesSecond',
} as const satisfies Record<Side, Word>

/** The text for a result. */
export function resultText(result: string): string {
  const word = RESULT_WORDS[result]
  return word ? words[word] : result
}

/** Whether games were read with errors, with the texts for both. */
export const DAMAGED = { yes: 'withErrors', no: 'withoutErrors' } as const satisfies Record<string, Word>

/** The text for a condition. */
export function conditionText(name: Condition, value: string): string {
  if (name === 'game') return words[GAMES.find((game) => game === value) ?? 'game']
  if (name === 'kind' && value in KINDS) return words[KINDS[value as keyof typeof KINDS]]
  if (name === 'damaged' && value in DAMAGED) return words[DAMAGED[value as keyof typeof DAMAGED]]
  if (name === 'colour' && value in SIDES) return words[SIDES[value as Side]]
  if (name === 'result') return resultText(value)
  if (name === 'fen') return ''
  return value
}
