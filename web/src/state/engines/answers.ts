/** What an engine says of an answer to a question, if there is an engine. */
import type { Evaluation } from '../../../../src/model/annotation.ts'
import type { Move } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { playMove } from '../../../../src/rules/play-move.ts'
import { positionAt, rulesOf } from '../../../../src/rules/index.ts'
import { isTaken } from './analysis.ts'
import { engine } from './engines.ts'

/** Seconds for an answer. */
const SECONDS = 2

/** The value of the position after a move; undefined without an engine, or one that is at other work. */
export async function valueAfter(record: GameRecord, at: number, move: Move): Promise<Evaluation | undefined> {
  const asked = engine.value
  if (!asked || isTaken.value) return undefined
  const rules = rulesOf(record.game)
  const played = playMove(rules, record, at, move)
  // After mate there is nothing to search: nothing can be better.
  const outcome = rules.outcome(positionAt(rules, played.record, played.node))
  if (outcome) return { winrate: outcome.winner === undefined ? 0.5 : 2 - outcome.winner }
  return await asked.analyse(played.record, played.node, { limit: { seconds: SECONDS } })
}
