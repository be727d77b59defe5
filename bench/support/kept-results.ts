/** Results of benchmarks kept with the project: bench/results/NAME.json, the latest run last. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'

/** One run of a benchmark, with its circumstances. */
export interface KeptRun {
  /** The commit that was measured, with `+` if the working tree had changes. */
  commit: string
  /** ISO 8601, without the time of day. */
  date: string
  /** Processor and how many of it. */
  machine: string
  node: string
  figures: Figure[]
}

const folder = join(import.meta.dirname, '..', 'results')
const MOST_RUNS = 20

export function keptRuns(name: string): KeptRun[] {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptRun[]) : []
}

/** Adds a run; only the last 20 are kept. */
export function keepRun(name: string, run: KeptRun): void {
  mkdirSync(folder, { recursive: true })
  const runs = [...keptRuns(name), run].slice(-MOST_RUNS)
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(runs, null, 2) + '\n')
}

/** The values of two runs side by side, as lines; more than 1 is better, less is worse. */
export function compareRuns(before: KeptRun, after: KeptRun): string[] {
  const lines = [`against ${before.commit} of ${before.date} on ${before.machine}, Node ${before.node}`]
  if (before.machine !== after.machine) lines.push(`(this is ${after.machine}: only ratios within a run compare)`)
  const known = new Map(before.figures.map((figure) => [keyOf(figure), figure]))
  for (const figure of after.figures) {
    const old = known.get(keyOf(figure))
    known.delete(keyOf(figure))
    const values = Object.entries(figure.values).map(([name, value]) => {
      const past = old?.values[name]
      return past === undefined ? `${name} new` : `${name} ${betterBy(name, past, value).toFixed(2)}x`
    })
    lines.push(`  ${figure.table} | ${figure.row}: ${values.join(', ')}`)
  }
  for (const { table, row } of known.values()) lines.push(`  ${table} | ${row}: no longer measured`)
  return lines
}

function keyOf({ table, row }: Figure): string {
  return `${table}\n${row}`
}

function betterBy(name: string, before: number, after: number): number {
  return name.endsWith(' ms') ? before / after : after / before
}
