/** The query of a command's options. It is apart from the options, since commands may be used without conditions. */
import type { Game } from '../../model/record.ts'
import { parseConditions } from '../../query/parse.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { GameQuery } from '../../query/query.ts'
import { orExplain } from './query.ts'

/** The query of a command's options. @param kinds the kinds of game that there are; all by default */
export function makeQuery(options: ConditionTexts, kinds?: readonly Game[]): GameQuery {
  return orExplain(() => parseConditions(options, kinds))
}
