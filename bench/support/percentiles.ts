/** Latencies of many queries: the median and the slow ones. */

import { noteFigure } from './figures.ts'

/**
 * Runs every query once and prints the median, the 99th percentile and the slowest, in milliseconds.
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
  times.sort((left, right) => left - right)
  const timeAt = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  const at = (share: number) => timeAt(share).toFixed(3)
  noteFigure('latencies', of === undefined ? name : `${of}: ${name}`, {
    'median ms': timeAt(0.5),
    'p99 ms': timeAt(0.99),
  })
  console.log(
    `  ${name.padEnd(44)} median ${at(0.5).padStart(9)} ms   p99 ${at(0.99).padStart(9)} ms   slowest ${at(1).padStart(9)} ms`,
  )
}
