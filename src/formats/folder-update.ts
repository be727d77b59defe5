/** The interface of updates: the files in a folder are brought up to date with a newer edition. */
import type { SinkSet } from '../bytes/sink.ts'
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'

/** What happens to a file of the folder. Formats add further facts. */
export interface FileUpdate {
  /** Its name in the folder. */
  name: string
  /** `keep`: the folder's file is as new or newer; `same`: both are equal. */
  action: 'add' | 'replace' | 'keep' | 'same'
  /** The other edition's file. */
  source: Source
}

/** What an update would do. */
export interface UpdatePlan<File extends FileUpdate = FileUpdate> {
  files: File[]
  issues: Issue[]
}

/** A plan, and its text: a line for each file, followed by indented lines with the changes in it. */
export interface DescribedPlan extends UpdatePlan {
  lines: string[]
}

/**
 * Carries out a plan: all new files appear together. Returns their names.
 * @param onWritten learns how many of the files have been written
 */
export function applyUpdate(
  { files }: UpdatePlan,
  out: SinkSet,
  onWritten?: (done: number, total: number) => void,
): string[] {
  const written = files.filter(({ action }) => action === 'add' || action === 'replace')
  for (const [index, { name, source }] of written.entries()) {
    out.create(name).append(source.read(0, source.size))
    onWritten?.(index + 1, written.length)
  }
  out.commit()
  return written.map(({ name }) => name)
}
