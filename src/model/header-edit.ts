/** Changes to the header of a record; each returns a new record. */
import type { GameRecord, Header } from './record.ts'
import { sameTree, timelineTree } from './timeline-tree.ts'

/**
 * Replaces the header of a record. The tree of a timeline names who said what, so these names change with those of the
 * players.
 */
export function changeHeader(record: GameRecord, header: Header): GameRecord {
  const { timeline } = record
  if (!timeline) return { ...record, header }
  const treeOf = ({ players }: Header) => {
    const steps = timeline.map((event) => ({ ...event }))
    return { steps, nodes: timelineTree(steps, players) }
  }
  if (!sameTree(treeOf(record.header).nodes, record.nodes)) return { ...record, header }
  const { steps, nodes } = treeOf(header)
  return { ...record, header, nodes, timeline: steps }
}
