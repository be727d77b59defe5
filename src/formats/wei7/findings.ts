/**
 * The issues of a document. Most documents have none, so places are looked up
 * only when something was found: the reader reads once without places, and a
 * second time with them when this says so.
 */
import type { Issue, Place } from '../../model/issue.ts'
import type { JsonContainer, Location } from './json.ts'
import { judge, paragraphIn, WEI7_RULES, type Draft, type Wei7RuleId } from './rules.ts'

/** Issues of one document that are listed; the rest is counted. */
const MAX_ISSUES = 1000

/** Steps of a JSON pointer that are written out. */
const MAX_POINTER_STEPS = 200

/** Where values stand in the text. */
export interface Places {
  text: string
  locations: ReadonlyMap<JsonContainer, Location>
  /** Whether JSON pointers lead anywhere: not in a document made from XML. */
  hasPointers: boolean
}

export class Findings {
  readonly draft: Draft
  readonly issues: Issue[] = []
  /** Set when an issue was met whose place is not known: read again with places. */
  needsPlaces = false
  private readonly places: Places | undefined
  private readonly lines: LineIndex | undefined
  private left = 0

  constructor(draft: Draft, places?: Places) {
    this.draft = draft
    this.places = places
    if (places) this.lines = new LineIndex(places.text)
  }

  /**
   * Reports what breaks a rule at a value of the document.
   * @param paragraph of the specification, when it is not the rule's own
   */
  report(id: Wei7RuleId, message: string, at: JsonContainer, key?: string | number, paragraph?: string): void {
    const judgement = judge(id, this.draft)
    if (!judgement) return
    if (!this.places) {
      this.needsPlaces = true
      return
    }
    this.add(id, message, this.placeOf(at, key), paragraph)
  }

  /** Reports what breaks a rule of the text as a whole, at a place in it where there is one. */
  reportText(id: Wei7RuleId, message: string, at?: number): void {
    if (at !== undefined && !this.lines) {
      this.needsPlaces = true
      return
    }
    this.add(id, message, at === undefined ? undefined : this.lines!.place(at))
  }

  /** JSON pointer of a value; undefined in a first reading and where it would be very long. */
  pointerOf(at: JsonContainer, key?: string | number): string | undefined {
    if (!this.places?.hasPointers) return undefined
    const steps = key === undefined ? [] : [key]
    let container: JsonContainer | undefined = at
    while (container !== undefined) {
      const location: Location | undefined = this.places.locations.get(container)
      if (location?.parent === undefined) break
      steps.push(location.key)
      container = location.parent
      if (steps.length > MAX_POINTER_STEPS) return undefined
    }
    const escaped = steps.reverse().map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
    return escaped.map((step) => `/${step}`).join('')
  }

  /** Says how many issues were not listed. */
  finish(): Issue[] {
    if (this.left > 0) {
      this.issues.push({ id: 'wei7/more-issues', severity: 'info', message: `${this.left} more issues are not listed` })
    }
    return this.issues
  }

  private placeOf(at: JsonContainer, key?: string | number): Place | undefined {
    const location = this.places!.locations.get(at)
    const pointer = this.pointerOf(at, key)
    const offset = (key === undefined ? undefined : location?.values.get(key)) ?? location?.at
    return { ...(offset === undefined ? {} : this.lines!.place(offset)), ...(pointer === undefined ? {} : { pointer }) }
  }

  private add(id: Wei7RuleId, message: string, place: Place | undefined, paragraph?: string): void {
    if (this.issues.length >= MAX_ISSUES) {
      this.left++
      return
    }
    const { severity, word } = judge(id, this.draft)!
    const number = paragraphIn(paragraph ?? WEI7_RULES[id].paragraph, this.draft)
    const issue: Issue = { id: `wei7/${id}`, severity, message: `${message}${word} (paragraph ${number})` }
    if (place) issue.place = place
    this.issues.push(issue)
  }
}

/** Lines of a text by where they begin. */
class LineIndex {
  private readonly starts: number[] = [0]

  constructor(text: string) {
    for (const { index } of text.matchAll(/\r\n|[\r\n]/g)) {
      this.starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1))
    }
  }

  place(at: number): Place {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - this.starts[low]! + 1 }
  }
}
