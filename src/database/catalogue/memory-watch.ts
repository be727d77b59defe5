/**
 * Gives memory back to the system during long work. What threads free stays with the process: malloc keeps it for what
 * they may ask for next, which in an import of many formats comes to a hundred megabytes within a second.
 */

/** Bytes by which the process may grow before what it has freed meanwhile is given back. */
const GROWTH = 12e6

/** Milliseconds after which it is looked at again. */
const PAUSE = 100

/**
 * Calls `giveBack`, which never rejects, whenever the process has grown, once it is done with the last time.
 * @param sizeNow bytes that the process takes
 * @returns stops it; resolves when the last time is over
 */
export function watchMemory(
  giveBack: () => Promise<void>,
  sizeNow: () => number = () => process.memoryUsage.rss(),
): () => Promise<void> {
  let least = sizeNow()
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    const size = sizeNow()
    least = Math.min(least, size)
    if (underWay || size < least + GROWTH) return
    underWay = giveBack().finally(() => {
      least = sizeNow()
      underWay = undefined
    })
  }, PAUSE)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
