/** About `limit` of the numbers below `count`, spread evenly from the first to the last. */
export function* spread(count: number, limit: number): IterableIterator<number> {
  const step = Math.max(1, (count - 1) / (limit - 1))
  for (let at = 0; at < count; at += step) yield Math.floor(at + 1e-6)
}
