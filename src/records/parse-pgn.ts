/** PGN to records in one call. */
import type { ReadOptions } from '../formats/format.ts'
import { openPgn } from '../formats/pgn/reader.ts'
import { filesOf, recordsOf, type ParsedRecords } from './memory.ts'

/**
 * The games of a PGN text: chess, xiangqi or Othello. Throws FormatError for a text that is not PGN.
 * @param text a string, or the bytes of a file in whatever encoding
 */
export function parsePgn(text: string | Uint8Array, options?: ReadOptions): ParsedRecords {
  return recordsOf(openPgn(filesOf(text, 'text.pgn'), options))
}
