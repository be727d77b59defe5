/** Checks that every line of a document is a game of Go as the specification defines it in paragraph 9.16. */
import type { GameRecord } from '../../model/record.ts'
import { isPass, moveTo } from '../../model/move.ts'
import type { Timeline } from '../../model/timeline.ts'
import { replay } from '../../rules/replay.ts'
import { go, stonesWithoutLiberty } from '../../rules/go/index.ts'
import type { Findings } from './findings.ts'
import type { JsonObject } from '../json.ts'

/** Reports set-ups with stones without liberties, and moves on occupied points. */
export function checkPlay(findings: Findings, record: GameRecord, events: Timeline, sources: JsonObject[]): void {
  const faults: { node: number; choked?: number; taken?: string }[] = []
  replay(go, record, (position, node, index) => {
    if (node.edits) {
      const choked = stonesWithoutLiberty(position)
      if (choked.length > 0) faults.push({ node: index, choked: choked.length })
    }
    const { move } = node
    if (move === undefined || isPass(move) || position.pieceAt(moveTo(move)) === '') return
    faults.push({ node: index, taken: go.formatSquare(position, moveTo(move)) })
  })
  if (faults.length === 0) return
  const sourceOf = new Map<number, JsonObject>()
  events.forEach(({ node }, index) => {
    if (!sourceOf.has(node!)) sourceOf.set(node!, sources[index]!)
  })
  for (const { node, choked, taken } of faults) {
    const source = sourceOf.get(node)!
    if (choked !== undefined) findings.report('wei7/stones-liberty', { count: choked }, source, 'pre')
    else findings.report('wei7/occupied-point', { point: taken! }, source, 'action')
  }
}
