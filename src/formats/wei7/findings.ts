/**
 * The issues of a document, collected while it is read. Most documents have none, so places in the text are only looked
 * up at the end, for the issues found.
 */
import type { ParamsOf } from '../../issues/catalogue.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { issue, type Issue, type IssueLocation } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { formatJson } from './json-text.ts'
import { makeStep, type JsonContainer, type Location } from '../json.ts'
import { paragraphIn, severityUnder, WEI7_RULES, type Draft, type Wei7RuleId } from './rules.ts'

/** The number of issues listed for one document; the rest are counted. */
const MAX_ISSUES = 1000

/** The parameters of a rule's message; the paragraph follows from the draft. */
export type RuleParams<Id extends Wei7RuleId> = Omit<ParamsOf<Id>, 'paragraph'>

/** Finds containers of a document in its text. */
export type Locate = (wanted: ReadonlySet<JsonContainer>) => ReadonlyMap<JsonContainer, Location>

/** A value of a document: a container, or a value in it by its key. */
interface Spot {
  container: JsonContainer
  key: string | number | undefined
}

export class Findings {
  readonly draft: Draft
  private readonly issues = new IssueCollector({}, { each: Infinity, most: MAX_ISSUES })
  /** Where each issue is: at a spot in the document, at an index into the text, or in the text as a whole. */
  private readonly found: (Spot | number | undefined)[] = []
  private readonly kept: (Spot & { key: string | number })[] = []

  constructor(draft: Draft) {
    this.draft = draft
  }

  /**
   * Reports what breaks a rule at a value of the document.
   * @param paragraph of the specification, if not the rule's own
   */
  report<Id extends Wei7RuleId>(
    id: Id,
    params: RuleParams<Id>,
    container: JsonContainer,
    key?: string | number,
    paragraph?: string,
  ): void {
    this.add(id, params, { container, key }, paragraph)
  }

  /** Reports a violation of a rule about the text as a whole, at a place in it if there is one. */
  reportText<Id extends Wei7RuleId>(id: Id, params: RuleParams<Id>, at?: number): void {
    this.add(id, params, at)
  }

  /** Keeps a value that cannot be used. */
  keep(container: JsonContainer, key: string | number): void {
    this.kept.push({ container, key })
  }

  /** The issues with their places, and the unusable values as JSON text by their pointers, or by line and column. */
  finish(text: string, locate: Locate): { issues: Issue[]; unread: Record<string, string> } {
    const spots = [...this.found.filter((where) => typeof where === 'object'), ...this.kept]
    const wanted = new Set(spots.map(({ container }) => container))
    const places = new Places(text, wanted.size > 0 ? locate(wanted) : new Map())
    const issues = this.issues.list().map((issue, index) => {
      const where = this.found[index]
      if (where === undefined) return issue
      return { ...issue, place: typeof where === 'number' ? places.ofIndex(where) : places.ofSpot(where) }
    })
    const { left } = this.issues
    if (left > 0) issues.push(issue('wei7/more-issues', 'info', { count: left }))
    const unread: Record<string, string> = {}
    for (const spot of this.kept) {
      const { pointer, line, column } = places.ofSpot(spot)
      const value = (spot.container as Record<string | number, Json>)[spot.key]
      unread[pointer ?? `${line}:${column}`] = formatJson(value ?? null)
    }
    return { issues, unread }
  }

  /** Adds the issue of a broken rule, unless the draft does not have the rule. */
  private add<Id extends Wei7RuleId>(
    id: Id,
    params: RuleParams<Id>,
    where: Spot | number | undefined,
    paragraph: string = WEI7_RULES[id].paragraph,
  ): void {
    const severity = severityUnder(id, this.draft)
    if (!severity) return
    const named = { ...params, paragraph: paragraphIn(paragraph, this.draft) } as unknown as ParamsOf<Id>
    this.issues.add(id, severity, named)
    if (this.found.length < this.issues.list().length) this.found.push(where)
  }
}

/** Spots and indexes of a text as line, column and pointer. */
class Places {
  private readonly text: string
  private readonly locations: ReadonlyMap<JsonContainer, Location>
  /** Where the lines begin; computed when needed. */
  private lines: number[] | undefined

  constructor(text: string, locations: ReadonlyMap<JsonContainer, Location>) {
    this.text = text
    this.locations = locations
  }

  ofSpot({ container, key }: Spot): IssueLocation {
    const location = this.locations.get(container)
    if (!location) return {}
    const place = this.ofIndex((key === undefined ? undefined : location.values.get(key)) ?? location.at)
    if (location.pointer !== undefined) place.pointer = location.pointer + (key === undefined ? '' : makeStep(key))
    return place
  }

  ofIndex(at: number): IssueLocation {
    this.lines ??= findLines(this.text)
    let low = 0
    let high = this.lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.lines[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - this.lines[low]! + 1 }
  }
}

function findLines(text: string): number[] {
  const starts = [0]
  for (const { index } of text.matchAll(/\r\n|[\r\n]/g)) starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1))
  return starts
}
