/** Voting on what a format leaves open: samples of what is there, and what it takes to win. */
import type { Reading } from './format.ts'

/** About `limit` of the numbers below `count`, spread evenly from the first to the last. */
export function* spread(count: number, limit: number): IterableIterator<number> {
  const step = Math.max(1, (count - 1) / (limit - 1))
  for (let at = 0; at < count; at += step) yield Math.floor(at + 1e-6)
}

/**
 * The reading with the most votes if it has any, and at least `margin` times those of the next; otherwise the usual one.
 */
export function decideReading(votes: Record<string, number>, usual: string, margin: number): Reading {
  const [best, next] = Object.entries(votes).sort(([, left], [, right]) => right - left)
  const isClear = best !== undefined && best[1] > 0 && best[1] >= margin * (next?.[1] ?? 0)
  return { outcome: isClear ? 'decided' : 'undecided', reading: isClear ? best[0] : usual, votes }
}

/** The readings that the user forces. Throws TypeError for one that does not exist. @param readings those of every open point */
export function forcedReadings<Point extends string>(
  readings: Readonly<Record<Point, readonly string[]>>,
  settings: Readonly<Record<string, string>> = {},
): Partial<Record<Point, string>> {
  const forced: Partial<Record<Point, string>> = {}
  for (const point of Object.keys(readings) as Point[]) {
    const wanted = settings[point]
    if (wanted === undefined || wanted === 'auto') continue
    if (!readings[point].includes(wanted)) {
      throw new TypeError(`${point} is one of ${readings[point].join(', ')}, not ${wanted}`)
    }
    forced[point] = wanted
  }
  return forced
}
