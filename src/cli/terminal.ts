/**
 * How the command line speaks: data on standard output, everything else on
 * standard error, colours and progress on a terminal only.
 */
import { writeSync } from 'node:fs'
import { stripVTControlCharacters, styleText } from 'node:util'

/** Ends the command with a message and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A file of no known format: worth an error when the user named it, passed over when found in a folder. */
export class UnknownFileError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.unreadable)
  }
}

/** 0 fine, 1 issues of error severity, 2 wrong use, 3 unreadable, 130 interrupted. */
export const EXIT = { fine: 0, issues: 1, usage: 2, unreadable: 3, interrupted: 130 } as const

/** Writes data to standard output, all of it before it returns. */
export function print(text: string): void {
  printBytes(new TextEncoder().encode(`${text}\n`))
}

/** Writes bytes to standard output; ends quietly when the reader of a pipe has gone. */
export function printBytes(bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EPIPE') process.exit(EXIT.fine)
      if (code !== 'EAGAIN') throw error
      // A pipe that is full for the moment: wait a little, then go on.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** Writes a line for people to standard error. */
export function note(text = ''): void {
  clearProgress()
  process.stderr.write(`${text}\n`)
}

/** The head of a help text: commands to try. */
export function examples(...commands: string[]): string {
  return ['Examples:', ...commands.map((command) => `  $ ludograph ${command}`), ''].join('\n')
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Colours text for a stream, when it is a terminal that wants colours. */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream })
}

/** Columns a text takes on a terminal: Chinese characters and their like take two. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of stripVTControlCharacters(text)) width += isWide(character.codePointAt(0)!) ? 2 : 1
  return width
}

/** East Asian wide and full-width ranges of Unicode, as far as records use them. */
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

/** Fills a text up with spaces to a width on the terminal. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Rows in aligned columns, two spaces apart. */
export function formatTable(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))
  }
  return rows
    .map(
      (row) =>
        indent + row.map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column]!))).join('  '),
    )
    .join('\n')
}

/** A number with its noun: `1 game`, `2,300 games`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}

/** Steps of a long loop between two looks at signals. */
const BREATH = 256

let steps = 0

/** Lets the program hear signals now and then in the middle of a long loop. */
export async function breathe(): Promise<void> {
  if (++steps % BREATH === 0) await new Promise((resolve) => setImmediate(resolve))
}

/** Milliseconds between two drawings of the progress line. */
const PROGRESS_INTERVAL = 120

let progressDrawn = false

/** A line on the terminal that counts as long work goes on, with its rate. */
export class Progress {
  private readonly what: string
  private readonly start = performance.now()
  private drawnAt = performance.now()
  private done = 0

  constructor(what: string) {
    this.what = what
  }

  /** Counts one more thing done. */
  step(label = ''): void {
    this.done++
    if ((this.done & 63) === 0) this.draw(label)
  }

  /** Counts many things done at once. */
  add(count: number, label: string): void {
    this.done += count
    this.draw(label)
  }

  private draw(label: string): void {
    if (!process.stderr.isTTY) return
    const now = performance.now()
    if (now - this.drawnAt < PROGRESS_INTERVAL) return
    this.drawnAt = now
    const rate = Math.round(this.done / ((now - this.start) / 1000))
    drawProgress(`${countOf(this.done, this.what)}, ${rate.toLocaleString('en')}/s  ${label}`)
  }

  end(): void {
    clearProgress()
  }
}

/** Draws the progress line over the last one; does nothing when there is no terminal. */
export function drawProgress(line: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r\u001B[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`)
  progressDrawn = true
}

function clearProgress(): void {
  if (progressDrawn) process.stderr.write('\r\u001B[K')
  progressDrawn = false
}
