/**
 * A short game that the page reads itself: before its worker has started and sent it, the board would be empty. The
 * worker reads the same text, and what it says of it counts.
 */
import { MemoryFileSet, MemorySource, type FileSet } from '../../../../src/bytes/source.ts'
import type { Collection, Format } from '../../../../src/formats/format.ts'
import { jsonl } from '../../../../src/formats/jsonl/format.ts'
import { openJsonl } from '../../../../src/formats/jsonl/reader.ts'
import { pgn } from '../../../../src/formats/pgn/format.ts'
import { openPgn } from '../../../../src/formats/pgn/reader.ts'
import type { FirstGames } from '../../worker/protocol.ts'

/** The formats that addresses name games in, with their readers; what detects the others waits for a file. */
const READERS: readonly { format: Format; open: (files: FileSet) => Collection }[] = [
  { format: jsonl, open: openJsonl },
  { format: pgn, open: openPgn },
]

/** Bytes that are read without a long task. */
const MOST = 1 << 14

/** The only game of a short text; undefined for other texts. */
export function readShortGame(name: string, bytes: Uint8Array): FirstGames | undefined {
  if (bytes.length > MOST) return undefined
  try {
    const source = new MemorySource(name, bytes)
    const reader = READERS.find(({ format }) => format.detect(bytes, name, bytes.length) > 0)
    const collection = reader?.open(new MemoryFileSet(source))
    if (collection?.count !== 1) return undefined
    const entry = collection.entry(0)
    return entry.record && { name, lines: [collection.listing(0)], entry }
  } catch {
    // The worker says what is wrong with it.
    return undefined
  }
}
