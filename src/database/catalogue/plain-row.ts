/** Rows of the catalogue as plain JSON with the names of docs/query.md. */
import type { DuckDBValue } from '@duckdb/node-api'

/** A row with names like `firstYear`, plain numbers and arrays; unknown values are absent. */
export function plainRow(row: Readonly<Record<string, DuckDBValue>>): unknown {
  const known = Object.entries(row).flatMap(([name, value]) =>
    value === null ? [] : [[camelCase(name), plainValue(value)] as const],
  )
  return Object.fromEntries(known)
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function plainValue(value: DuckDBValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object' && value !== null && 'items' in value) return value.items
  return value
}
