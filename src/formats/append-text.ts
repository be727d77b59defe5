/** Adds games to a file that is one text: after what it holds, in its encoding. */
import type { FileEdit } from '../bytes/edit.ts'
import { EditSink } from '../bytes/edit-sink.ts'
import type { Sink, SinkSet } from '../bytes/sink.ts'
import type { FileSet } from '../bytes/source.ts'
import { decodeText, encodeText } from '../bytes/text.ts'

/**
 * The encoding in which games are added: a text has one, so that of the file; the wanted one where nothing is there yet.
 * @param about of the file, as opened
 */
export function encodingToAdd(files: FileSet, about: { encoding?: string }, wanted?: string): string {
  return (files.main.size > 0 ? about.encoding : undefined) ?? wanted ?? 'utf-8'
}

/** How lines end. */
export type LineEnd = '\n' | '\r\n' | '\r'

/** Bytes at the end of a file, or else at its beginning, of which the last line end is that of the file. */
const LINES_SEEN = 1 << 16

/** How the lines of a file end: the last ones, where they differ. */
export function lineEndOf({ main }: FileSet, encoding: string): LineEnd {
  // Characters of two bytes must not be cut.
  const start = Math.max(0, main.size - LINES_SEEN) & ~1
  for (const bytes of [main.read(start, main.size), main.read(0, LINES_SEEN)]) {
    const text = decodeText(bytes, encoding)
    const [feed, carriage] = [text.lastIndexOf('\n'), text.lastIndexOf('\r')]
    if (carriage > feed) return '\r'
    if (feed >= 0) return carriage === feed - 1 && carriage >= 0 ? '\r\n' : '\n'
  }
  return '\n'
}

/**
 * The end of the main file as the output of a writer. The change is made when the writer commits.
 * @param gap what must be between the games that are there and those to come, with line feeds
 * @param lineEnd what is written for every line feed of the gap and of the writer
 */
export function endOfText(
  files: FileSet,
  edit: FileEdit,
  gap: string,
  encoding = 'utf-8',
  lineEnd: LineEnd = '\n',
): SinkSet {
  const { name } = files.main
  let sink: EditSink | undefined
  return {
    name,
    create() {
      edit.begin([{ name, overwrites: [] }])
      const size = edit.size(name)
      sink = new EditSink(edit, name, size)
      sink.append(missingGap(files, gap, encoding, lineEnd))
      return lineEnd === '\n'
        ? sink
        : new LineEndSink(sink, encodeText('\n', encoding).bytes, encodeText(lineEnd, encoding).bytes)
    },
    commit() {
      sink?.flush()
      edit.commit()
    },
    abort: () => edit.undo(),
  }
}

/** What a file lacks of the gap at its end: nothing where there is no text yet. */
export function missingGap({ main }: FileSet, gap: string, encoding: string, lineEnd: LineEnd): Uint8Array {
  const whole = main.size === 0 ? '' : gap.replaceAll('\n', lineEnd)
  for (let length = whole.length; length > 0; length--) {
    const there = encodeText(whole.slice(0, length), encoding).bytes
    const end = main.read(main.size - there.length, main.size)
    if (there.every((byte, at) => end[at] === byte)) return encodeText(whole.slice(length), encoding).bytes
  }
  return encodeText(whole, encoding).bytes
}

/** Passes text on with other line ends. Encodings whose characters have two bytes come in whole characters. */
class LineEndSink implements Sink {
  private readonly sink: Sink
  private readonly lineFeed: Uint8Array
  private readonly lineEnd: Uint8Array

  constructor(sink: Sink, lineFeed: Uint8Array, lineEnd: Uint8Array) {
    this.sink = sink
    this.lineFeed = lineFeed
    this.lineEnd = lineEnd
  }

  get size(): number {
    return this.sink.size
  }

  append(bytes: Uint8Array): void {
    const { lineFeed, lineEnd } = this
    const width = lineFeed.length
    let from = 0
    for (let at = 0; at < bytes.length; at += width) {
      if (bytes[at] !== lineFeed[0] || (width === 2 && bytes[at + 1] !== lineFeed[1])) continue
      this.sink.append(bytes.subarray(from, at))
      this.sink.append(lineEnd)
      from = at + width
    }
    this.sink.append(bytes.subarray(from))
  }

  patch(): void {
    throw new TypeError('a text with other line ends cannot be changed')
  }
}
