/**
 * How much a test does: a seeded sample in `npm test`, everything in `npm run test:full`. `LUDOGRAPH_SAMPLE=small` takes
 * less: fewer random examples, and some of the files that test the page. The rest is for another run.
 */
export const SAMPLES = ['small', 'usual', 'full'] as const

const chosen = process.env['LUDOGRAPH_SAMPLE'] ?? 'usual'
export const isFullRun = chosen === 'full'
export const isSmallRun = chosen === 'small'

/** A third of a count of random examples where a small sample is wanted, but not less than `least`. */
export function lessened(count: number, least = 1): number {
  return isSmallRun ? Math.max(Math.min(count, least), Math.ceil(count / 3)) : count
}

/** A count for the quick run and one for the full run. */
export function scaled(quick: number, full: number): number {
  return isFullRun ? full : quick
}

/** Every item in a full run, else about `count` of them spread evenly. */
export function sample<Item>(items: readonly Item[], count: number): Item[] {
  if (isFullRun || items.length <= count) return [...items]
  const step = items.length / count
  return Array.from({ length: count }, (_, index) => items[Math.floor(index * step)]!)
}
