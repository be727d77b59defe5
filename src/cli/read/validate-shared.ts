/** Checks one large file on all processors: workers check ranges of its entries. */
import type { ValidateOptions } from '../../convert/validate.ts'
import type { Collection } from '../../formats/format.ts'
import type { Issue } from '../../issues/issue.ts'
import { moduleBeside } from '../../node/module-beside.ts'
import { WorkerPool } from '../../node/worker-pool.ts'
import { readersOf, shareRanges, type Range, type SharedInput } from './shared-input.ts'

const WORKER = moduleBeside(import.meta.url, './validate-worker')

/** A check of one file that several workers share. */
export interface SharedCheck extends SharedInput {
  options: Omit<ValidateOptions, 'kernel' | 'onEntry'>
}

/**
 * Gives out the same issues as `validate`, in the same order. Rejects with the first failure.
 * @param onEntries called with every number of entries that were checked
 */
export async function validateShared(
  check: SharedCheck,
  collection: Collection,
  take: (issue: Issue) => void,
  onEntries: (count: number) => void,
): Promise<void> {
  for (const issue of collection.issues) take(issue)
  for (const issue of collection.validate?.() ?? []) take(issue)
  const workers = new WorkerPool<Range, Issue[]>(WORKER, readersOf(check, collection.count))
  await shareRanges(workers, collection.count, (issues, { from, to }) => {
    onEntries(to - from)
    for (const issue of issues) take(issue)
  })
}
