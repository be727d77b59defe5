import type { DuckDBValue } from '@duckdb/node-api'

/**
 * DuckDB's own values as JSON: numbers of 64 bits as numbers while they are exact, decimals as numbers,
 * lists and structures as such, bytes in base64, dates, times and all else as their text.
 */
export function jsonValue(_name: string, given: unknown): unknown {
  const value = given as DuckDBValue | Record<string, DuckDBValue> | undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value)) return value
  if ('bytes' in value) return Buffer.from(value.bytes).toString('base64')
  if ('scale' in value) return Number(value)
  if ('items' in value) return value.items
  if ('entries' in value) return value.entries
  return String(value)
}

function isPlain(value: object): value is Record<string, DuckDBValue> {
  return Object.getPrototypeOf(value) === Object.prototype
}
