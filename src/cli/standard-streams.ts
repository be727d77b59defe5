/** Standard output and standard error, written synchronously and completely, at the reader's pace. */
import { writeSync } from 'node:fs'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'
import { EXIT } from './exit.ts'

/** Facts about a standard stream. */
interface StreamFacts {
  isTerminal: boolean
  hasColours: boolean
  columns: number
}

interface Streams {
  output: StreamFacts
  error: StreamFacts
}

/** Columns of a terminal that does not know its size. */
const USUAL_COLUMNS = 80

const KEY = 'ludograph standard streams'

/** Tells threads started later what only the main thread can find out. */
export function shareStreamFacts(): void {
  setEnvironmentData(KEY, findFacts())
}

function findFacts(): Streams {
  const factsOf = (stream: NodeJS.WriteStream): StreamFacts => ({
    isTerminal: stream.isTTY ?? false,
    // Node heeds NO_COLOR and FORCE_COLOR for terminals; an empty value of NO_COLOR means nothing.
    hasColours: stream.isTTY ? stream.hasColors() : Number(process.env['FORCE_COLOR'] ?? 0) > 0,
    // A terminal whose size nobody has set has no columns, as that of many jobs of CI.
    columns: (stream.columns ?? 0) > 0 ? stream.columns : USUAL_COLUMNS,
  })
  return {
    output: factsOf(process.stdout),
    error: factsOf(process.stderr),
  }
}

/** When output is coloured: on a terminal unless NO_COLOR is set, always, or never. */
export const COLOUR_CHOICES = ['auto', 'always', 'never'] as const

export type ColourChoice = (typeof COLOUR_CHOICES)[number]

/** Follows a choice of the user; `auto` keeps what was found out. */
export function setColours(choice: ColourChoice): void {
  if (choice === 'auto') return
  for (const stream of [streams.output, streams.error]) stream.hasColours = choice === 'always'
}

export const streams: Streams = isMainThread ? findFacts() : (getEnvironmentData(KEY) as unknown as Streams)

/** Milliseconds to wait for a full pipe. */
const PIPE_WAIT = 5

/** Writes bytes to standard output; ends the program quietly if the reader of a pipe has gone. */
export function writeOutput(bytes: Uint8Array): void {
  if (!writeWhole(1, bytes)) process.exit(EXIT.fine)
}

/** Writes text to standard error. If its reader stops, further messages are lost and the work goes on. */
export function writeError(text: string): void {
  writeWhole(2, new TextEncoder().encode(text))
}

/** Writes all bytes before it returns. Returns false when nobody reads them. */
function writeWhole(descriptor: number, bytes: Uint8Array): boolean {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') return false
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_WAIT)
    }
  }
  return true
}
