/**
 * Throughput, and ratios between things measured in the same run on the same
 * input: the only figures that are meaningful on an unknown machine.
 */

import { noteFigure } from './figures.ts'

/** A measurement: the amounts done in a number of seconds. */
export interface Measurement {
  name: string
  seconds: number
  /** Seconds of all processors together, which count on a busy machine. */
  cpuSeconds: number
  /** Amounts done in that time by unit: `{ MB: 12.3, games: 50000 }`. */
  amounts: Record<string, number>
}

/** Runs a task a few times and keeps the fastest run. The task returns the amounts done. */
export async function measure(
  name: string,
  task: () => Record<string, number> | Promise<Record<string, number>>,
  runs = 3,
): Promise<Measurement> {
  let best: Measurement | undefined
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    const cpuStart = process.cpuUsage()
    const amounts = await task()
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpuStart)
    if (!best || seconds < best.seconds) best = { name, seconds, cpuSeconds: (user + system) / 1e6, amounts }
  }
  return best!
}

/**
 * Runs tasks that are compared in turns, so that what else the machine does slows them all, and keeps the least time
 * of each.
 */
export async function measureInTurns(
  tasks: readonly (readonly [name: string, task: Parameters<typeof measure>[1]])[],
  turns = 6,
): Promise<Measurement[]> {
  const least: Measurement[] = []
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, [name, task]] of tasks.entries()) {
      const taken = await measure(name, task, 1)
      const { seconds, cpuSeconds } = least[index] ?? taken
      least[index] = {
        ...taken,
        seconds: Math.min(seconds, taken.seconds),
        cpuSeconds: Math.min(cpuSeconds, taken.cpuSeconds),
      }
    }
  }
  return least
}

/**
 * Prints and records rates by unit, and each as a multiple of the first row (the peer or physical limit): by the clock,
 * and by processor time, which is what counts on a busy machine.
 */
export function printTable(title: string, measurements: readonly Measurement[]): void {
  for (const { name, seconds, cpuSeconds, amounts } of measurements) {
    const rates = Object.entries(amounts).flatMap(([unit, amount]) => [
      [`${unit}/s`, amount / seconds] as const,
      [`${unit}/CPU s`, amount / cpuSeconds] as const,
    ])
    noteFigure(title, name, Object.fromEntries(rates))
  }
  const base = measurements[0]!
  const units = [...new Set(measurements.flatMap((row) => Object.keys(row.amounts)))]
  const header = ['', 'seconds', 'CPU', ...units.map((unit) => `${unit}/s`), `against ${base.name}`, 'by CPU']
  const rows = measurements.map((row) => {
    const rates = units.map((unit) => (unit in row.amounts ? formatRate(row.amounts[unit]! / row.seconds) : '-'))
    const shared = units.find((unit) => unit in row.amounts && unit in base.amounts)
    const ratios = (['seconds', 'cpuSeconds'] as const).map((time) => {
      if (shared === undefined) return '-'
      return `${(row.amounts[shared]! / row[time] / (base.amounts[shared]! / base[time])).toPrecision(3)}x`
    })
    return [row.name, row.seconds.toPrecision(3), row.cpuSeconds.toPrecision(3), ...rates, ...ratios]
  })
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)))
  console.log(`\n${title}`)
  for (const row of [header, ...rows]) {
    console.log(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')}`,
    )
  }
}

function formatRate(rate: number): string {
  if (rate >= 100) return Math.round(rate).toLocaleString('en')
  return rate.toPrecision(3)
}
