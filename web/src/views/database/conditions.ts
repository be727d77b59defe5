/** The conditions of a search as the page names them. */
import { GAMES } from '../../../../src/model/record.ts'
import type { Condition } from '../../state/database/filter.ts'
import { words, type Word } from '../../words/index.ts'

export const CONDITION_WORDS: Readonly<Record<Condition, Word>> = {
  game: 'game',
  player: 'player',
  opponent: 'opponent',
  first: 'movesFirst',
  second: 'movesSecond',
  event: 'event',
  site: 'site',
  since: 'since',
  until: 'until',
  result: 'result',
  minRating: 'minRating',
  maxRating: 'maxRating',
  opening: 'openingFact',
  minPlies: 'minPlies',
  maxPlies: 'maxPlies',
  annotator: 'annotator',
  comment: 'commentText',
  kind: 'kindOfRecord',
  source: 'sourceFile',
  damaged: 'howRead',
  fen: 'position',
  pattern: 'pattern',
  material: 'material',
}

/** The kinds of record that a search tells apart, with their words. */
export const KINDS = {
  game: 'kindGame',
  problem: 'kindProblem',
  endgame: 'kindEndgame',
  opening: 'kindOpening',
  middlegame: 'kindMiddlegame',
  tutorial: 'kindTutorial',
  fragment: 'kindFragment',
} as const satisfies Record<string, Word>

export const RESULTS = ['1-0', '1/2-1/2', '0-1', '0-0', '*'] as const

/** Whether games were read with errors, with the words for both. */
export const DAMAGED = { yes: 'withErrors', no: 'withoutErrors' } as const satisfies Record<string, Word>

/** What a condition asks for, in the words of the page. */
export function conditionText(name: Condition, value: string): string {
  if (name === 'game') return words[GAMES.find((game) => game === value) ?? 'game']
  if (name === 'kind' && value in KINDS) return words[KINDS[value as keyof typeof KINDS]]
  if (name === 'damaged' && value in DAMAGED) return words[DAMAGED[value as keyof typeof DAMAGED]]
  if (name === 'fen') return ''
  return value
}
