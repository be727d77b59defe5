/**
 * Output of the command line: data on standard output, everything else on standard error, colours and progress only on
 * a terminal.
 */
import { EXIT } from '../exit.ts'
import { cutTo, fitColumns, joinRow, layRow, wrapLines } from './layout.ts'
import { streams, writeError, writeOutput } from './standard-streams.ts'
import { withColours, withoutStyles } from './styles.ts'
import { visible, visibleLine } from './visible.ts'

export { EXIT } from '../exit.ts'
export { paint } from './styles.ts'

/** Ends the command with a message and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A file in no known format: an error if the user named it, skipped if found in a folder. */
export class UnknownFileError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.unreadable)
  }
}

/** Prints one or more lines to standard output synchronously. */
export function print(text: string): void {
  writeOutput(new TextEncoder().encode(`${shown(text, streams.output.hasColours)}\n`))
}

type JsonReplacer = (this: unknown, name: string, value: unknown) => unknown

/** Prints a value as a line of JSON. All control characters in strings are escaped, even those that JSON allows. */
export function printJson(value: unknown, replacer?: JsonReplacer, indent?: number): void {
  writeOutput(new TextEncoder().encode(`${visible(JSON.stringify(value, replacer, indent))}\n`))
}

/** Writes a line for people to standard error. */
export function note(text = ''): void {
  clearProgress()
  writeError(`${shown(wrapLines(text, columnsOf('error')), streams.error.hasColours)}\n`)
}

/** Moves up some lines on the terminal, to overwrite them; does nothing without a terminal. */
export function goUp(lines: number): void {
  if (streams.output.isTerminal) writeOutput(new TextEncoder().encode(`\u001B[${lines}A\u001B[J`))
}

function shown(text: string, hasColours: boolean): string {
  const harmless = visible(text)
  return hasColours ? withColours(harmless) : withoutStyles(harmless)
}

/** The head of a help text: commands to try. */
export function examples(...commands: string[]): string {
  return ['Examples:', ...commands.map((command) => `  $ ludograph ${command}`), ''].join('\n')
}

/** Ends the command with the code of a question that nothing matches, unless something worse has happened. */
export function foundNothing(): void {
  process.exitCode ??= EXIT.issues
}

/** Columns of a stream: those of its terminal, else as many as it takes. */
export function columnsOf(stream: 'output' | 'error'): number {
  return streams[stream].isTerminal ? streams[stream].columns : Infinity
}

/**
 * Rows in aligned columns, two spaces apart. On a terminal cells that do not fit go on below; else each row is one line
 * whatever is in its cells.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  indent = '',
  stream: 'output' | 'error' = 'output',
): string {
  const lines = rows.map((row) => row.map(visibleLine))
  const widths = fitColumns(lines, columnsOf(stream) - indent.length)
  return lines.flatMap((row) => layRow(row, widths).map((line) => indent + line)).join('\n')
}

/** The number of rows that determine the column widths. */
const ROWS_MEASURED = 1000

/**
 * Prints rows in aligned columns as they arrive; the column widths are those of the first thousand rows. In a pipe each row is
 * one line, whatever is in its cells.
 */
export async function printTable(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): Promise<void> {
  let first: string[][] | undefined = []
  let widths: number[] = []
  const printFirst = () => {
    if (!first || first.length === 0) return
    widths = fitColumns(first, columnsOf('output'))
    for (const row of first) printRow(row, widths)
    first = undefined
  }
  for await (const row of rows) {
    const line = row.map(visibleLine)
    if (!first) {
      printRow(line, widths)
      continue
    }
    first.push(line)
    if (first.length === ROWS_MEASURED) printFirst()
  }
  printFirst()
}

function printRow(row: readonly string[], widths: readonly number[]): void {
  print(streams.output.isTerminal ? layRow(row, widths).join('\n') : joinRow(row, widths))
}

/** A text for a cell of a table: on a terminal cut to a width, in a pipe whole. */
export function cellText(text: string, most: number): string {
  return streams.output.isTerminal ? cutTo(text, most) : text
}

/** A whole number with commas: `2,300`. Intl would do this too, at the price of 8 MB and 10 ms. */
export function grouped(count: number | bigint): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A number with its noun: `1 game`, `2,300 games`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`
}

let isProgressDrawn = false

/** Notes that the progress line is on the terminal. */
export function progressIsDrawn(): void {
  isProgressDrawn = true
}

/** Removes the progress line. */
export function clearProgress(): void {
  if (isProgressDrawn) writeError('\r\u001B[K')
  isProgressDrawn = false
}
