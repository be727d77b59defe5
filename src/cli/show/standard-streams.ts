/** Standard output and standard error, written synchronously and completely, at the reader's pace. */
import { fstatSync, writeSync } from 'node:fs'
import { EXIT } from '../exit.ts'

/** Facts about a standard stream. */
interface StreamFacts {
  isTerminal: boolean
  hasColours: boolean
  columns: number
}

/** Facts about standard output and standard error. */
export interface Streams {
  output: StreamFacts
  error: StreamFacts
}

/** Columns of a terminal that does not know its size. */
const USUAL_COLUMNS = 80

/** What this thread finds out. Only the main thread knows terminals; the thread of a command takes over its facts. */
export const streams: Streams = {
  output: factsOf(1, () => process.stdout),
  error: factsOf(2, () => process.stderr),
}

function factsOf(descriptor: number, streamOf: () => NodeJS.WriteStream): StreamFacts {
  const isForced = Number(process.env['FORCE_COLOR'] ?? 0) > 0
  // A stream of Node, which loads what networks need, is made only for what may be a terminal.
  const stream = fstatSync(descriptor).isCharacterDevice() ? streamOf() : undefined
  if (!stream?.isTTY) return { isTerminal: false, hasColours: isForced, columns: USUAL_COLUMNS }
  return {
    isTerminal: true,
    // Node heeds NO_COLOR and FORCE_COLOR for terminals; an empty value of NO_COLOR means nothing.
    hasColours: stream.hasColors(),
    // A terminal whose size nobody has set has no columns, as that of many jobs of CI.
    columns: stream.columns > 0 ? stream.columns : USUAL_COLUMNS,
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
