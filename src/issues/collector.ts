/**
 * Collects the issues of one record or file so that each kind is listed once, with its count and first
 * place.
 */
import type { IssueId, ParamsOf } from './catalogue.ts'
import { issue, type Issue, type IssueLocation, type Severity } from './issue.ts'

/** How many issues a collector lists. */
export interface CollectorOptions {
  /** How many issues of a kind are listed before they are only counted; one by default. */
  each?: number
  /** How many issues are listed in all; the rest are counted in {@link IssueCollector.left}. */
  most?: number
}

/**
 * Collects issues: the first few of each id are listed, further ones are counted. Adding takes constant
 * time.
 */
export class IssueCollector {
  /** How many issues are not listed because there are too many. */
  left = 0
  private readonly place: IssueLocation
  private readonly each: number
  private readonly most: number
  private readonly issues: Issue[] = []
  private readonly kinds = new Map<IssueId, { last: Issue; listed: number }>()

  /** @param place common to all issues: the file, the record */
  constructor(place: IssueLocation = {}, { each = 1, most = Infinity }: CollectorOptions = {}) {
    this.place = place
    this.each = each
    this.most = most
  }

  /**
   * Adds an issue. Only the first of each id keeps its parameters and place. @param place where it is, or a
   * function if finding out takes a while
   */
  add<Id extends IssueId>(
    id: Id,
    severity: Severity,
    params: ParamsOf<Id>,
    place?: IssueLocation | (() => IssueLocation),
  ): void {
    const kind = this.kinds.get(id)
    if (kind && kind.listed >= this.each) {
      kind.last.count = (kind.last.count ?? 1) + 1
      return
    }
    if (this.issues.length >= this.most) {
      this.left++
      return
    }
    const where = { ...this.place, ...(typeof place === 'function' ? place() : place) }
    const made = issue(id, severity, params, Object.keys(where).length > 0 ? where : undefined)
    this.issues.push(made)
    if (kind) {
      kind.last = made
      kind.listed++
    } else this.kinds.set(id, { last: made, listed: 1 })
  }

  /** Whether an issue of severity error was added. */
  get hasErrors(): boolean {
    return this.issues.some(({ severity }) => severity === 'error')
  }

  /** The issues in order of first occurrence. */
  list(): Issue[] {
    return this.issues
  }
}

/** Text short enough for a message. */
export function shorten(text: string, length = 40): string {
  return text.length > length ? `${text.slice(0, length)}...` : text
}
