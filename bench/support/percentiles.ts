/** Latencies of many queries: the first, the median of the others and the slow ones. */

import { noteFigure } from './figures.ts'

/**
 * Runs every query once and prints how long the first took, which reads what the others find in memory, and of the others
 * the median, the 99th percentile and the slowest, in milliseconds.
 * @param of what is asked, where one benchmark asks several the same
 */
export async function printLatencies(
  name: string,
  questions: readonly (() => Promise<unknown>)[],
  of?: string,
): Promise<void> {
  const times: number[] = []
  for (const ask of questions) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  const [first = 0, ...others] = times
  others.sort((left, right) => left - right)
  const timeAt = (share: number) => others[Math.min(others.length - 1, Math.floor(others.length * share))] ?? first
  const padded = (time: number) => time.toFixed(3).padStart(9)
  noteFigure('latencies', of === undefined ? name : `${of}: ${name}`, {
    'first ms': first,
    'median ms': timeAt(0.5),
    'p99 ms': timeAt(0.99),
  })
  console.log(
    `  ${name.padEnd(44)} first ${padded(first)} ms   then median ${padded(timeAt(0.5))} ms   p99 ${padded(timeAt(0.99))} ms   slowest ${padded(timeAt(1))} ms`,
  )
}
