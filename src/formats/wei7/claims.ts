/** The outcome of the result claims in a timeline (paragraph 3.16.3.2.3). */
import { otherColour } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { TimelineEvent } from '../../model/timeline.ts'

/**
 * The last result that the players of a record agreed on: somebody resigned, or two consecutive claims by different
 * people were the same. A single claim of victory, or claims by people without a colour, are not an agreement. The
 * claims of all branches count, in order.
 */
export function agreedResult(record: GameRecord): Result | undefined {
  let agreed: Result | undefined
  let before: TimelineEvent | undefined
  for (const event of record.timeline ?? []) {
    if (event.type === 'result') {
      const { result, actor } = event
      const isTwice = before?.type === 'result' && before.actor !== actor && sameResult(before.result, result)
      const isKnown = actor !== undefined && (before?.actor ?? actor) !== undefined
      if (isResignation(record, event) || (isTwice && isKnown)) agreed = result
    }
    before = event
  }
  return agreed
}

function isResignation(record: GameRecord, { result, actor }: { result: Result; actor?: number }): boolean {
  const colour = actor === undefined ? undefined : record.header.players[actor]?.colour
  return colour !== undefined && result.margin === undefined && result.winner === otherColour(colour)
}

/** Whether two results have the same winner and margin. */
export function sameResult(left: Result, right: Result): boolean {
  return left.outcome === right.outcome && left.winner === right.winner && left.margin === right.margin
}
