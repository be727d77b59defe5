/**
 * Parts of headers that many records share, as the games of one event do. Nobody may change them, since that would
 * change other records too: they are frozen, and a change throws. So whoever works something out of such a part may
 * keep it.
 */

/** Freezes a part of a header with everything in it, to be shared by records. */
export function sharePart<Part extends object>(part: Part): Part {
  for (const value of Object.values(part)) if (typeof value === 'object' && value !== null) sharePart(value as object)
  return Object.freeze(part)
}

/** Results kept before they are forgotten: those of a large database would fill memory. */
const MOST_KEPT = 1 << 14

/** What is worked out of shared parts, once for each of those that are asked for again and again. */
export class PartMemo<Part extends object, Result> {
  private readonly results = new Map<Part, Result>()
  private readonly work: (part: Part) => Result

  constructor(work: (part: Part) => Result) {
    this.work = work
  }

  get(part: Part): Result {
    const known = this.results.get(part)
    if (known !== undefined) return known
    const result = this.work(part)
    // Other parts may change.
    if (!Object.isFrozen(part)) return result
    if (this.results.size >= MOST_KEPT) this.results.clear()
    this.results.set(part, result)
    return result
  }
}
