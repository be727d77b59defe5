/** What a writer loses of one record: each kind once, with its count, its first example and the place of that. */
import type { Issue, Severity } from '../model/issue.ts'

export class LossList {
  private readonly found = new Map<string, Issue>()

  /**
   * Notes a loss. Of those with the same id the first keeps its message and place.
   * @param node index of the node that loses something; 0 for the header
   */
  add(id: string, severity: Severity, message: string, node = 0): void {
    const known = this.found.get(id)
    if (known) {
      known.count = (known.count ?? 1) + 1
      return
    }
    const issue: Issue = { id, severity, message }
    if (node > 0) issue.place = { node }
    this.found.set(id, issue)
  }

  /** The losses in the order in which they were first met. */
  list(): Issue[] {
    return [...this.found.values()]
  }
}
