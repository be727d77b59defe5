/**
 * What a record keeps under this format's name: facts of the file without a field in the record model, each only if it
 * is not implied.
 */
import type { Json } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'

export const FORMAT_ID = 'wthor'

export interface Native {
  /** Numbers of names, if the number cannot be found from the name. */
  tournament?: number
  black?: number
  white?: number
  /** A score outside the board's range. */
  score?: number
  /** A theoretical score outside the board's range. */
  perfectScore?: number
  /** All move bytes in base64, if something follows the first zero. */
  moves?: string
  /** Of a puzzle: the square of move 25 of the source game, 0 to 63. */
  move25?: number
  /** Of a puzzle: the 16 bytes of its position in base64, if a square has the undefined code. */
  position?: string
  /** Of a puzzle: the number of empty squares, the side to move, the score of the solution, if they are wrong. */
  empties?: number
  turn?: number
  solution?: number
  /** Of a puzzle: the first move of the solution, if it is not a square. */
  firstMove?: number
  /** Of a puzzle: the reserved bytes, if they are not 0. */
  reserved?: number
}

const TEXT_FIELDS = new Set<string>(['moves', 'position'] satisfies (keyof Native)[])

/** What a record stores for this format; empty if it came from elsewhere. Values of the wrong type are skipped. */
export function nativeOf(record: GameRecord): Native {
  const kept = record.native?.[FORMAT_ID] ?? {}
  const isRight = ([name, value]: [string, Json]) => typeof value === (TEXT_FIELDS.has(name) ? 'string' : 'number')
  return Object.fromEntries(Object.entries(kept).filter(isRight))
}

/** Adds native facts, if any, to a record. */
export function setNative(record: GameRecord, native: Native): void {
  if (Object.keys(native).length > 0) record.native = { [FORMAT_ID]: native as Record<string, Json> }
}
