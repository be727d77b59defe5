/** The condition that a game is one of many, in SQL. */
import type { DuckDBValue } from '@duckdb/node-api'
import { duckdb } from './duckdb.ts'

/** Adds a value to those of a statement and returns its placeholder, `$1`. */
export type AddValue = (value: DuckDBValue) => string

/** Up to this many game numbers are passed as text; more are passed as a bit string. */
const MAX_LISTED = 1000

/** The condition that a game is one of many. */
export function isOneOf(ids: ArrayLike<number>, value: AddValue): string {
  if (ids.length === 0) return 'false'
  if (ids.length <= MAX_LISTED) {
    return `id IN (SELECT unnest(string_split(${value(Array.from(ids).join(','))}, ',')::UINTEGER[]))`
  }
  let end = 0
  for (let index = 0; index < ids.length; index++) end = Math.max(end, ids[index]! + 1)
  const bits = new Uint8Array(Math.ceil(end / 8))
  for (let index = 0; index < ids.length; index++) bits[ids[index]! >> 3]! |= 0x80 >> (ids[index]! & 7)
  return `CASE WHEN id < ${end} THEN get_bit(${value(duckdb().api.blobValue(bits))}::BLOB::BIT, id::INTEGER) ELSE 0 END = 1`
}
