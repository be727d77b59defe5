/** The contract of updates: a folder of files of a format brought up to a newer edition of the same files. */
import type { SinkSet } from '../bytes/sink.ts'
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'

/** What happens to a file of the folder. Formats add facts of their own. */
export interface FileUpdate {
  /** Its name in the folder. */
  name: string
  /** `keep`: the folder's own is as new or newer; `same`: both are equal. */
  action: 'add' | 'replace' | 'keep' | 'same'
  /** The other edition's file. */
  source: Source
}

/** What an update would do. */
export interface UpdatePlan<File extends FileUpdate = FileUpdate> {
  files: File[]
  issues: Issue[]
}

/** A plan, and its text: a line for each file and below it, indented, what changes in it. */
export interface DescribedPlan extends UpdatePlan {
  lines: string[]
}

/** Carries out a plan: all new files appear together. Returns their names. */
export function applyUpdate({ files }: UpdatePlan, out: SinkSet): string[] {
  const written = files.filter(({ action }) => action === 'add' || action === 'replace')
  for (const { name, source } of written) out.create(name).append(source.read(0, source.size))
  out.commit()
  return written.map(({ name }) => name)
}
