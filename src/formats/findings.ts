/** Issues of one record or file, gathered so that what is wrong ten thousand times is said once, with its count and first place. */
import type { Issue, Place, Severity } from '../model/issue.ts'

export class Findings {
  private readonly room: string
  private readonly file: string
  private readonly found = new Map<string, { issue: Issue; count: number }>()

  /**
   * @param room what stands before the slash of every id: the format
   * @param file name of the file, for the places
   */
  constructor(room: string, file: string) {
    this.room = room
    this.file = file
  }

  /**
   * Notes an issue. Of those with the same name only the first keeps its message and place.
   * @param place where it is, or how to find out, when that takes a while
   */
  add(name: string, severity: Severity, message: string, place: Place | (() => Place) = {}): void {
    const known = this.found.get(name)
    if (known) {
      known.count++
      return
    }
    const where = typeof place === 'function' ? place() : place
    const issue = { id: `${this.room}/${name}`, severity, message, place: { file: this.file, ...where } }
    this.found.set(name, { issue, count: 1 })
  }

  /** The issues in the order in which they were first met. */
  list(): Issue[] {
    return [...this.found.values()].map(({ issue, count }) =>
      count === 1 ? issue : { ...issue, message: `${issue.message} (and ${count - 1} more of the kind)` },
    )
  }
}

/** Text short enough for a message. */
export function shorten(text: string, length = 40): string {
  return text.length > length ? `${text.slice(0, length)}...` : text
}
