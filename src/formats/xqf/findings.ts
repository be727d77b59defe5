/** Issues of one file, gathered so that what is wrong ten thousand times is said once, with its count and first place. */
import type { Issue, Place, Severity } from '../../model/issue.ts'

export class Findings {
  private readonly found = new Map<string, { issue: Issue; count: number }>()
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  /** Notes an issue `xqf/name`. Of those with the same message only the first keeps its place. */
  add(name: string, severity: Severity, message: string, place: Place = {}): void {
    const id = `xqf/${name}`
    const key = `${id} ${message}`
    const known = this.found.get(key)
    if (known) known.count++
    else this.found.set(key, { issue: { id, severity, message, place: { file: this.file, ...place } }, count: 1 })
  }

  /** The issues in the order in which they were first met. */
  list(): Issue[] {
    const issues: Issue[] = []
    for (const { issue, count } of this.found.values()) {
      const message = count === 1 ? issue.message : `${issue.message} (and ${count - 1} more of the kind)`
      issues.push({ ...issue, message })
    }
    return issues
  }
}
