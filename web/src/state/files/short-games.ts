/**
 * A short game that the page reads itself: before its worker has started and sent it, the board would be empty. The
 * worker reads the same text, and what it says of it counts.
 */
import { MemoryFileSet, MemorySource, type FileSet } from '../../../../src/bytes/source.ts'
import { detectFormat } from '../../../../src/convert/detect.ts'
import type { Collection } from '../../../../src/formats/format.ts'
import { openJsonl } from '../../../../src/formats/jsonl/reader.ts'
import { openPgn } from '../../../../src/formats/pgn/reader.ts'
import type { FirstGames } from '../../worker/protocol.ts'

/** The readers of the formats that addresses name games in. */
const READERS: Readonly<Record<string, (files: FileSet) => Collection>> = { jsonl: openJsonl, pgn: openPgn }

/** Bytes that are read without a long task. */
const MOST = 1 << 14

/** The only game of a short text; undefined for other texts. */
export function readShortGame(name: string, bytes: Uint8Array): FirstGames | undefined {
  if (bytes.length > MOST) return undefined
  try {
    const source = new MemorySource(name, bytes)
    const collection = READERS[detectFormat(source)?.id ?? '']?.(new MemoryFileSet(source))
    if (collection?.count !== 1) return undefined
    const entry = collection.entry(0)
    return entry.record && { name, lines: [collection.listing(0)], entry }
  } catch {
    // The worker says what is wrong with it.
    return undefined
  }
}
