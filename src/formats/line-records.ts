/** Files with a record a line, of any size: where the lines are is known, and each is read when it is asked for. */
import { CachedSource } from '../bytes/cached-source.ts'
import { OffsetList } from '../bytes/offset-list.ts'
import type { Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'
import type { Game } from '../model/record.ts'
import { firstLine, readLines } from './jsonl/lines.ts'
import { RecordCollection, withPlace, type ReadEntry } from './record-collection.ts'

/** The longest line: those of positions and puzzles have some hundred bytes. */
const MAX_LINE = 1 << 20

/** Lines of which one must be a record. */
const FIRST_LINES = 100

/** How the lines of a format are read. */
export interface LineFormat {
  readonly id: string
  readonly game: Game
  /** Whether a line says something about the others, or nothing. */
  readonly isBeside: (line: string) => boolean
  readonly read: (line: string) => ReadEntry
}

/** The records of a file. Throws FormatError if none of the first lines is one. */
export function openLineRecords(main: Source, { id, game, isBeside, read }: LineFormat): RecordCollection {
  const source = new CachedSource(main)
  const offsets = new OffsetList()
  const numbers = new OffsetList()
  for (const { bytes, offset, number } of readLines(main, MAX_LINE)) {
    if (bytes && isBeside(decode(bytes, offset))) continue
    offsets.push(offset)
    numbers.push(number)
  }
  const file = main.name
  const count = offsets.length
  const readAt = (index: number): ReadEntry => {
    const offset = offsets.at(index)
    const end = Math.min(index + 1 < count ? offsets.at(index + 1) : main.size, offset + MAX_LINE)
    const { record, issues } = read(decode(firstLine(source.read(offset, end)), offset))
    if (record) record.origin = { format: id, file, index, offset, encoding: 'utf-8' }
    return withPlace({ record, issues }, { file, offset, line: numbers.at(index), record: index })
  }
  for (let index = 0; index < Math.min(count, FIRST_LINES); index++) {
    if (readAt(index).record) return new RecordCollection(id, game, { encoding: 'utf-8' }, { count, read: readAt })
  }
  throw new FormatError('servers/not-format', { format: id }, { file, offset: 0 })
}

function decode(bytes: Uint8Array, offset: number): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: offset > 0 }).decode(bytes)
  return text.trim()
}
