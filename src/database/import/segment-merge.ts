/** Merges segments of one game into a new file, on all processors if there is much to merge. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mergeSegments, type MergeOptions } from '../../positions/build/merge.ts'
import type { Segment } from '../../positions/read/segment.ts'
import { createSegmentFile, segmentPath } from '../catalogue/folder.ts'
import { commitAll, planMerge, type NewSegment, type SegmentFile, type SegmentJob } from '../index/segment-job.ts'
import { ImportWorkers } from './import-workers.ts'

/**
 * The number of postings from which a merge uses all processors: starting threads takes as long as merging two
 * million.
 */
const SHARED_POSTINGS = 2_000_000

/** Merges open segments; games rejected by `keeps` of the options are dropped. Does not list the result. */
export async function mergeIntoOne(
  folder: string,
  open: readonly { file: string; segment: Segment }[],
  options: MergeOptions,
): Promise<NewSegment> {
  const postings = open.reduce((sum, { segment }) => sum + segment.header.postings, 0)
  if (postings >= SHARED_POSTINGS && !options.keeps) return await mergeShared(folder, open, options)
  const segments = open.map(({ segment }) => segment)
  const file = createSegmentFile(folder, segments[0]!.header.game)
  try {
    const header = await mergeSegments(file, segments, { ...options, pause: nextTurn })
    file.complete()
    return { file: file.name, header, size: file.size }
  } catch (error) {
    file.discard()
    throw error
  }
}

async function mergeShared(
  folder: string,
  open: readonly { file: string; segment: Segment }[],
  { onProgress }: MergeOptions,
): Promise<NewSegment> {
  const job = await planMerge(open.map(({ file, segment }) => ({ path: segmentPath(folder, file), segment })))
  const [merged] = await commitAll(await makeParts(folder, job, onProgress))
  return merged!
}

/** Makes the positions of a segment on workers, which are gone when the main lines are joined. */
async function makeParts(
  folder: string,
  job: SegmentJob,
  onProgress: MergeOptions['onProgress'],
): Promise<SegmentFile[]> {
  const workers = new ImportWorkers(folder)
  try {
    return await workers.runJobs([job], onProgress)
  } finally {
    await workers.close()
  }
}
