/** The progress line on the terminal. */
import { displayWidth, shortPath } from './layout.ts'
import { streams, writeError } from './standard-streams.ts'
import { clearProgress, countOf, grouped, progressIsDrawn } from './terminal.ts'
import { visibleLine } from './visible.ts'

/** Milliseconds between two drawings of the line. */
const INTERVAL = 120

/** Steps between two looks at the clock. */
const STEPS = 64

/** The shortest share of the work, and milliseconds, from which the time left is guessed. */
const KNOWN_SHARE = 0.01
const KNOWN_TIME = 1000

/** A line with a count, a rate, and if the end is known the percentage and the time left. Nothing without a terminal. */
export class Progress {
  private readonly what: string
  private readonly start = now()
  private drawnAt = this.start
  private done = 0
  private total: number | undefined
  /** Of several inputs: how many there are, which one is read, and how much was done before it. */
  private part = { index: 0, count: 1, before: 0 }

  /** @param what counted things, as a singular @param total how many there are, if known */
  constructor(what: string, { total }: { total?: number } = {}) {
    this.what = what
    this.total = total
  }

  /** Begins one of several inputs, with the number of things in it. */
  begin({ index, count }: { index: number; count: number }, total: number): void {
    this.part = { index, count, before: this.done }
    this.total = total
  }

  /** Counts one more. */
  step(label = ''): void {
    this.done++
    if (this.done % STEPS === 0) this.draw(label)
  }

  /** Counts many at once. */
  add(count: number, label = ''): void {
    this.done += count
    this.draw(label)
  }

  /** Sets how much is done, and of how much. */
  set(done: number, total: number | undefined, label = ''): void {
    this.done = done
    this.total = total
    this.draw(label)
  }

  end(): void {
    clearProgress()
  }

  private draw(label: string): void {
    if (!streams.error.isTerminal) return
    const time = now()
    if (time - this.drawnAt < INTERVAL) return
    this.drawnAt = time
    drawProgress(this.describe(time - this.start), label)
  }

  private describe(elapsed: number): string {
    const rate = `${grouped(Math.round(this.done / (elapsed / 1000)))}/s`
    const share = this.share()
    const count = countOf(this.done, this.what)
    if (share === undefined) return `${count}, ${rate}`
    const left =
      share < KNOWN_SHARE || elapsed < KNOWN_TIME ? '' : `, ${duration((elapsed / share) * (1 - share))} left`
    return `${count}, ${Math.floor(share * 100)}%, ${rate}${left}`
  }

  private share(): number | undefined {
    if (this.total === undefined || this.total === 0) return undefined
    const { index, count, before } = this.part
    return Math.min(1, (index + Math.min(1, (this.done - before) / this.total)) / count)
  }
}

/** Shows what is waited for, and what is said of it; does nothing without a terminal. */
export function drawStatus(line: string, said: string): void {
  if (!streams.error.isTerminal) return
  const text = said === '' ? line : `${line}: ${said}`
  writeError(`\r\u001B[K${visibleLine([...text].slice(0, streams.error.columns - 1).join(''))}`)
  progressIsDrawn()
}

/** Milliseconds. `performance` would do this too, at the price of the modules of Node that measure it. */
function now(): number {
  return process.uptime() * 1000
}

/** Milliseconds as people say them: `12 s`, `3 min`, `2 h 5 min`. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Redraws the progress line, the path of what is worked on cut to fit; does nothing without a terminal. */
function drawProgress(line: string, path = ''): void {
  const room = streams.error.columns - 3 - displayWidth(line)
  const label = path === '' || room < 8 ? '' : `  ${shortPath(path, room)}`
  writeError(`\r\u001B[K${visibleLine([...line].slice(0, streams.error.columns - 1).join('') + label)}`)
  progressIsDrawn()
}
