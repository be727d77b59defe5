/**
 * The rules of the four games behind one contract.
 * @module ludograph/rules
 */
import type { Game } from '../model/record.ts'
import { chess } from './chess/index.ts'
import { go } from './go/index.ts'
import { othello } from './othello/index.ts'
import type { Rules } from './rules.ts'
import { xiangqi } from './xiangqi/index.ts'

export * from './chess/index.ts'
export * from './go/index.ts'
export * from './othello/index.ts'
export * from './replay.ts'
export * from './rules.ts'
export * from './symmetry.ts'
export * from './xiangqi/index.ts'

const RULES: Partial<Record<Game, Rules>> = { chess, xiangqi, go, othello }

/** The rules of a game. */
export function rulesOf(game: Game): Rules {
  const rules = RULES[game]
  if (!rules) throw new TypeError(`there are no rules for ${game}`)
  return rules
}
