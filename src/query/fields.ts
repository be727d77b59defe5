/**
 * The facts of the moves of a record used by conditions and sort orders; those of its header are in
 * `model/header-fields.ts`. The columns of a database are filled from both, so that a test of a record and a query in
 * SQL see the same.
 */
import { LARGEST_NUMBER } from '../model/header-fields.ts'
import { nodesOf, withNodes, type AnyRecord } from '../model/line-record.ts'
import { mainLineCodes } from '../positions/main-line-codes.ts'

/** How many plies (half-moves) the main line has, up to the first unknown move; at most 65,535. */
export function countPlies(record: AnyRecord): number {
  return Math.min(mainLineCodes(withNodes(record)).length, LARGEST_NUMBER)
}

/** All comments of a record in one text; undefined when it has none. */
export function commentText(record: AnyRecord): string | undefined {
  const texts = nodesOf(record).flatMap(({ comments }) => (comments ?? []).map(({ text }) => text))
  return texts.length === 0 ? undefined : texts.join('\n')
}
