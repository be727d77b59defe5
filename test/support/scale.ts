/** How much a test does: a seeded sample in `npm test`, everything in `npm run test:full`. */
export const isFullRun = process.env['LUDOGRAPH_FULL'] === '1'

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
