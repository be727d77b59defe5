/** The games in PGN, chess last because it claims whatever no other does. */
import { chessDialect } from './chess.ts'
import type { Dialect, TagLookup } from './dialect.ts'
import { othelloDialect } from './othello.ts'
import { xiangqiDialect } from './xiangqi.ts'

export const DIALECTS: readonly Dialect[] = [xiangqiDialect, othelloDialect, chessDialect]

/** The game according to the tags, or to the first word of the movetext. */
export function findDialect(tags: TagLookup, firstWord: () => string): Dialect {
  return DIALECTS.find((dialect) => dialect.claims(tags, firstWord))!
}
