/** Gives records the names of their openings. */
import type { Game, GameRecord } from '../model/record.ts'
import type { OpeningBook } from './book.ts'

/**
 * A record with the code and the name of the opening that its moves reach, where it has none. What it has stays: a name
 * is added to a code only if both mean the same opening.
 */
export function withOpening(record: GameRecord, books: ReadonlyMap<Game, OpeningBook>): GameRecord {
  const { openingCode, openingName, variationName } = record.header
  if (openingName !== undefined || variationName !== undefined) return record
  const opening = books.get(record.game)?.of(record)
  if (!opening || (openingCode !== undefined && openingCode !== opening.code)) return record
  const { code, name } = opening
  return {
    ...record,
    header: { ...record.header, ...(code !== undefined && { openingCode: code }), openingName: name },
  }
}
