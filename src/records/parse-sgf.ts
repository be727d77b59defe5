/** SGF to records in one call. */
import type { ReadOptions } from '../formats/format.ts'
import { openSgf } from '../formats/sgf/reader.ts'
import { filesOf, recordsOf, type ParsedRecords } from './memory.ts'

/**
 * The games of an SGF text: Go or Othello. Throws FormatError for a text without a game tree.
 * @param text a string, or the bytes of a file in whatever encoding
 */
export function parseSgf(text: string | Uint8Array, options?: ReadOptions): ParsedRecords {
  return recordsOf(openSgf(filesOf(text, 'text.sgf'), options))
}
