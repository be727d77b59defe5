/** What writers return for every entry. */
import type { Issue } from '../issues/issue.ts'

/** The result of writing an entry: whether it was written, and what was lost or changed. */
export interface WriteResult {
  /**
   * Whether the entry is in the output, complete or with losses. Issues do not show that: an entry with errors may be
   * written.
   */
  written: boolean
  /** What was lost or changed beyond what `Format.keeps` implies, or why the entry was not written. */
  issues: Issue[]
}

/** The result for an entry that was written, with its losses. */
export function written(issues: Issue[] = []): WriteResult {
  return { written: true, issues }
}

/** The result for an entry that was not written, with the reason. */
export function notWritten(...issues: Issue[]): WriteResult {
  return { written: false, issues }
}
