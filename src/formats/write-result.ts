/** What writers return of every entry. */
import type { Issue } from '../issues/issue.ts'

/** What became of an entry that was handed to a writer: whether it was written, and what of it was lost or changed. */
export interface WriteResult {
  /** Whether the entry is in the output, whole or with losses. Issues do not tell: an entry with errors may be written. */
  written: boolean
  /** What was lost or changed beyond what `Format.keeps` says, or why the entry was not written. */
  issues: Issue[]
}

/** An entry that was written, with what was lost of it. */
export function written(issues: Issue[] = []): WriteResult {
  return { written: true, issues }
}

/** An entry of which nothing was written, and why. */
export function notWritten(...issues: Issue[]): WriteResult {
  return { written: false, issues }
}
