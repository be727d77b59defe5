/** Records to SGF in one call. */
import { MemorySinkSet } from '../bytes/sink.ts'
import type { WriteOptions } from '../formats/format.ts'
import { sgf } from '../formats/sgf/format.ts'
import { writeSgf } from '../formats/sgf/writer.ts'
import type { GameRecord } from '../model/record.ts'
import { asText, write, type FormattedText } from './memory.ts'

/** Games as SGF, in UTF-8. @param options settings of the format */
export function formatSgf(records: Iterable<GameRecord>, options: WriteOptions = {}): FormattedText {
  const sinks = new MemorySinkSet('text.sgf')
  return asText(write(records, sgf, sinks, writeSgf(sinks, options)))
}
