import { mainLine } from '../model/tree.ts'
import type { GameRecord } from '../model/record.ts'
import { rulesOf } from './index.ts'
import type { NotationStyle } from './rules.ts'

/**
 * The moves of a record's main line as texts, in order: SAN in chess, and the first notation of `Rules.styles` in the other
 * games. A move that could not be read ends the line, since nobody knows what the next one was played in.
 * @param style another notation of the game
 */
export function moveTexts(record: GameRecord, style?: NotationStyle): string[] {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  const texts: string[] = []
  for (const at of [0, ...mainLine(record.nodes)]) {
    const { edits, turn, move, unread } = record.nodes[at]!
    if (unread) break
    if (edits || turn) rules.edit?.(position, edits ?? [], turn)
    if (move === undefined) continue
    texts.push(rules.writeMove(position, move, style))
    rules.play(position, move)
  }
  return texts
}
