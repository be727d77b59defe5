/** Records to PGN in one call. */
import { MemorySinkSet } from '../bytes/sink.ts'
import type { WriteOptions } from '../formats/format.ts'
import { pgn } from '../formats/pgn/format.ts'
import { writePgn } from '../formats/pgn/writer.ts'
import type { GameRecord } from '../model/record.ts'
import { asText, write, type FormattedText } from './memory.ts'

/** Games as PGN, in UTF-8. @param options settings of the format, such as `{ settings: { comments: 'no' } }` */
export function formatPgn(records: Iterable<GameRecord>, options: WriteOptions = {}): FormattedText {
  const sinks = new MemorySinkSet('text.pgn')
  return asText(write(records, pgn, sinks, writePgn(sinks, options)))
}
