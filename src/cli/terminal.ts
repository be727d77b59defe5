/**
 * Output of the command line: data on standard output, everything else on standard error, colours and progress only on
 * a terminal.
 */
import { EXIT } from './exit.ts'
import { streams, writeError, writeOutput } from './standard-streams.ts'
import { withColours, withoutStyles } from './styles.ts'
import { visible, visibleLine } from './visible.ts'

export { EXIT } from './exit.ts'
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
  writeError(`${shown(text, streams.error.hasColours)}\n`)
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

/** Columns of a text on a terminal: Chinese and similar characters take two. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of withoutStyles(text)) width += isWide(character.codePointAt(0)!) ? 2 : 1
  return width
}

/** East Asian wide and full-width ranges of Unicode that occur in records. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

/** Pads a text with spaces to a width on the terminal. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Rows in aligned columns, two spaces apart, each on one line whatever is in its cells. */
export function formatTable(rows: readonly (readonly string[])[], indent = ''): string {
  const lines = rows.map((row) => row.map(visibleLine))
  const widths = columnWidths(lines)
  return lines.map((row) => indent + formatRow(row, widths)).join('\n')
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))
  }
  return widths
}

function formatRow(row: readonly string[], widths: readonly number[]): string {
  return row.map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column] ?? 0))).join('  ')
}

/** The number of rows that determine the column widths. */
const ROWS_MEASURED = 1000

/** Prints rows in aligned columns as they arrive; the column widths are those of the first thousand rows. */
export async function printTable(rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>): Promise<void> {
  let first: string[][] | undefined = []
  let widths: number[] = []
  const printFirst = () => {
    if (!first || first.length === 0) return
    widths = columnWidths(first)
    for (const row of first) print(formatRow(row, widths))
    first = undefined
  }
  for await (const row of rows) {
    const line = row.map(visibleLine)
    if (!first) {
      print(formatRow(line, widths))
      continue
    }
    first.push(line)
    if (first.length === ROWS_MEASURED) printFirst()
  }
  printFirst()
}

/** A whole number with commas: `2,300`. Intl would do this too, at the price of 8 MB and 10 ms. */
export function grouped(count: number | bigint): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** A number with its noun: `1 game`, `2,300 games`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`
}

/** Milliseconds between two drawings of the progress line. */
const PROGRESS_INTERVAL = 120

let progressDrawn = false

/** A progress line on the terminal with a count and a rate. */
export class Progress {
  private readonly what: string
  private readonly start = performance.now()
  private drawnAt = performance.now()
  private done = 0

  constructor(what: string) {
    this.what = what
  }

  /** Counts one more. */
  step(label = ''): void {
    this.done++
    if ((this.done & 63) === 0) this.draw(label)
  }

  /** Counts many at once. */
  add(count: number, label: string): void {
    this.done += count
    this.draw(label)
  }

  private draw(label: string): void {
    if (!streams.error.isTerminal) return
    const now = performance.now()
    if (now - this.drawnAt < PROGRESS_INTERVAL) return
    this.drawnAt = now
    const rate = Math.round(this.done / ((now - this.start) / 1000))
    drawProgress(`${countOf(this.done, this.what)}, ${grouped(rate)}/s  ${label}`)
  }

  end(): void {
    clearProgress()
  }
}

/** Redraws the progress line; does nothing without a terminal. */
export function drawProgress(line: string): void {
  if (!streams.error.isTerminal) return
  writeError(`\r\u001B[K${visibleLine(line).slice(0, streams.error.columns - 1)}`)
  progressDrawn = true
}

function clearProgress(): void {
  if (progressDrawn) writeError('\r\u001B[K')
  progressDrawn = false
}
