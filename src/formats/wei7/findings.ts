/**
 * The issues of a document, gathered while it is read. Most documents have
 * none, so where things stand in the text is looked up at the end, and only
 * for what was found.
 */
import type { Issue, Place } from '../../model/issue.ts'
import type { Json } from '../../model/json.ts'
import { formatJson } from './json-text.ts'
import { makeStep, type JsonContainer, type Location } from './json.ts'
import { judge, paragraphIn, WEI7_RULES, type Draft, type Wei7RuleId } from './rules.ts'

/** Issues of one document that are listed; the rest is counted. */
const MAX_ISSUES = 1000

/** Finds containers of a document in its text. */
export type Locate = (wanted: ReadonlySet<JsonContainer>) => ReadonlyMap<JsonContainer, Location>

/** A value of a document: a container, or what stands in it under a key. */
interface Spot {
  container: JsonContainer
  key: string | number | undefined
}

/** Something found: at a spot of the document, at an index into the text, or in the text as a whole. */
interface Finding {
  issue: Issue
  spot?: Spot
  at?: number
}

export class Findings {
  readonly draft: Draft
  private readonly found: Finding[] = []
  private readonly kept: (Spot & { key: string | number })[] = []
  private left = 0

  constructor(draft: Draft) {
    this.draft = draft
  }

  /**
   * Reports what breaks a rule at a value of the document.
   * @param paragraph of the specification, when it is not the rule's own
   */
  report(id: Wei7RuleId, message: string, container: JsonContainer, key?: string | number, paragraph?: string): void {
    const issue = this.judge(id, message, paragraph)
    if (issue) this.found.push({ issue, spot: { container, key } })
  }

  /** Reports what breaks a rule of the text as a whole, at a place in it where there is one. */
  reportText(id: Wei7RuleId, message: string, at?: number): void {
    const issue = this.judge(id, message)
    if (issue) this.found.push(at === undefined ? { issue } : { issue, at })
  }

  /** Keeps a value that cannot be used. */
  keep(container: JsonContainer, key: string | number): void {
    this.kept.push({ container, key })
  }

  /** The issues with their places, and the values kept as JSON text by their pointers, or by line and column. */
  finish(text: string, locate: Locate): { issues: Issue[]; unread: Record<string, string> } {
    const spots = [...this.found.flatMap(({ spot }) => spot ?? []), ...this.kept]
    const wanted = new Set(spots.map(({ container }) => container))
    const places = new Places(text, wanted.size > 0 ? locate(wanted) : new Map())
    const issues = this.found.map(({ issue, spot, at }) => {
      const place = spot ? places.ofSpot(spot) : at === undefined ? undefined : places.ofIndex(at)
      return place ? { ...issue, place } : issue
    })
    if (this.left > 0) {
      issues.push({ id: 'wei7/more-issues', severity: 'info', message: `${this.left} more issues are not listed` })
    }
    const unread: Record<string, string> = {}
    for (const spot of this.kept) {
      const { pointer, line, column } = places.ofSpot(spot)
      const value = (spot.container as Record<string | number, Json>)[spot.key]
      unread[pointer ?? `${line}:${column}`] = formatJson(value ?? null)
    }
    return { issues, unread }
  }

  /** The issue of a broken rule; undefined when the draft does not have the rule or the list is full. */
  private judge(id: Wei7RuleId, message: string, paragraph?: string): Issue | undefined {
    const judgement = judge(id, this.draft)
    if (judgement && this.found.length >= MAX_ISSUES) this.left++
    if (!judgement || this.found.length >= MAX_ISSUES) return undefined
    const { severity, word } = judgement
    const number = paragraphIn(paragraph ?? WEI7_RULES[id].paragraph, this.draft)
    return { id: `wei7/${id}`, severity, message: `${message}${word} (paragraph ${number})` }
  }
}

/** Spots and indexes of a text as line, column and pointer. */
class Places {
  private readonly text: string
  private readonly locations: ReadonlyMap<JsonContainer, Location>
  /** Where the lines begin; found once somebody asks. */
  private lines: number[] | undefined

  constructor(text: string, locations: ReadonlyMap<JsonContainer, Location>) {
    this.text = text
    this.locations = locations
  }

  ofSpot({ container, key }: Spot): Place {
    const location = this.locations.get(container)
    if (!location) return {}
    const place = this.ofIndex((key === undefined ? undefined : location.values.get(key)) ?? location.at)
    if (location.pointer !== undefined) place.pointer = location.pointer + (key === undefined ? '' : makeStep(key))
    return place
  }

  ofIndex(at: number): Place {
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
