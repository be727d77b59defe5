/** Files of any format in one call: bytes to records, and records to bytes. */
import { MemorySinkSet } from '../bytes/sink.ts'
import { openGames } from '../convert/open.ts'
import { FORMATS } from '../formats/all.ts'
import type { Format, ReadOptions, WriteOptions } from '../formats/format.ts'
import type { GameRecord } from '../model/record.ts'
import { filesOf, recordsOf, write, type FormattedRecords, type ParsedRecords } from './memory.ts'

/**
 * The games of a file of any format.
 * @param name what the file is called: some formats are told by it
 * @param options how to read; `formats` are those to choose from, all by default. Rejects with FormatError if none of them
 * recognises the bytes.
 */
export async function parseRecords(
  bytes: string | Uint8Array,
  name: string,
  options: ReadOptions & { formats?: readonly Format[] } = {},
): Promise<ParsedRecords> {
  const { collection } = await openGames(filesOf(bytes, name), options)
  try {
    return recordsOf(collection)
  } finally {
    collection.close?.()
  }
}

/**
 * Games as a file of any format that is written, in memory.
 * @param format the format or its id
 * @param name what the main file is called; by default `games` with the first extension of the format
 * Rejects with TypeError for a format that is not written.
 */
export async function formatRecords(
  records: Iterable<GameRecord>,
  format: Format | string,
  { name, ...options }: WriteOptions & { name?: string } = {},
): Promise<FormattedRecords> {
  const target = typeof format === 'string' ? FORMATS.find(({ id }) => id === format) : format
  if (!target?.write)
    throw new TypeError(`there is no format to write named ${typeof format === 'string' ? format : format.id}`)
  const sinks = new MemorySinkSet(name ?? `games${target.extensions[0]}`)
  return write(records, target, sinks, await target.write(sinks, options))
}
