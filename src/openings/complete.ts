/** Finds the openings of records, and gives them their names. */
import { withNodes, type AnyRecord } from '../model/line-record.ts'
import type { Game } from '../model/record.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'
import type { Opening, OpeningBook } from './book.ts'

/** The books of the games whose openings have names. */
export type OpeningBooks = ReadonlyMap<Game, OpeningBook>

/**
 * The opening that the moves of a game reach.
 * @param line the main line, if its reader provides its keys
 */
export function findOpening(record: AnyRecord, books: OpeningBooks, line?: KeyedLine): Opening | undefined {
  const book = books.get(record.game)
  if (!book) return undefined
  // For a game without symmetries, the reader's keys are those of the book.
  const hasKeys = line && record.game === 'chess' && record.variant === undefined
  return hasKeys && book.ofKeys ? book.ofKeys(line.keys, line.length + 1) : book.of(withNodes(record))
}

/**
 * A record with the code and the name of the opening that its moves reach, where it has none. What it has stays: a name
 * is added to a code only if both mean the same opening.
 * @param line the main line, if its reader provides its keys
 */
export function withOpening<Read extends AnyRecord>(record: Read, books: OpeningBooks, line?: KeyedLine): Read {
  const { openingCode, openingName, variationName } = record.header
  if (openingName !== undefined || variationName !== undefined) return record
  const opening = findOpening(record, books, line)
  if (!opening || (openingCode !== undefined && openingCode !== opening.code)) return record
  const { code, name } = opening
  const header = { ...record.header, ...(code !== undefined && { openingCode: code }), openingName: name }
  return { ...record, header }
}
