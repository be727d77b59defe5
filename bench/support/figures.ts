/**
 * The figures of a benchmark as data, in addition to the tables that people read. They
 * are written as JSON to the file that LUDOGRAPH_BENCH_FIGURES names when the
 * benchmark ends; `npm run bench` keeps and compares them.
 */
import { writeFileSync } from 'node:fs'

/** The measurements of one thing: values by name, rates ending in `/s`, durations in ` ms`. */
export interface Figure {
  table: string
  row: string
  values: Record<string, number>
}

const figures: Figure[] = []
const file = process.env['LUDOGRAPH_BENCH_FIGURES']
if (file !== undefined) process.once('exit', () => writeFileSync(file, JSON.stringify(figures)))

/** Adds a figure. Numbers in the name of its table, such as sizes of inputs, are ignored in comparing tables. */
export function noteFigure(table: string, row: string, values: Record<string, number>): void {
  const rounded = Object.entries(values).map(([name, value]) => [name, Number(value.toPrecision(4))])
  figures.push({ table: table.replaceAll(/\d[\d.,]*/g, '#'), row, values: Object.fromEntries(rounded) })
}
