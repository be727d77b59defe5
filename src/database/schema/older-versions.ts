/**
 * How catalogues of older versions differ, so that they can be migrated (upkeep/migrate.ts). Whoever raises
 * SCHEMA_VERSION adds the step from the version before it here, and keeps a small database of the new one for the tests
 * (`npm run keep-schema`).
 */
import { SCHEMA_VERSION } from './tables.ts'

/** SQL that makes the small tables of a version those of the next one. The table of games is made again in any case. */
const STEPS: ReadonlyMap<number, string> = new Map([
  [3, 'ALTER TABLE IF EXISTS withdrawn RENAME TO tombstones;'],
  // The games got the column `numbers`.
  [4, ''],
])

/** The columns of a record, and what they are in a table of games that has no such column. */
const RECORD = [
  { name: 'head' },
  { name: 'moves' },
  // A record with clock times was a whole tree.
  { name: 'numbers', otherwise: "''" },
  { name: 'tree' },
]

/** Whether a version is this one, or an older one that can be migrated. */
export function isMigratable(version: number): boolean {
  return version === SCHEMA_VERSION || STEPS.has(version)
}

/** The columns of a record in a table of games, under the names of this version. @param columns that the table has */
export function recordColumns(columns: ReadonlySet<string>): string {
  return RECORD.map(({ name, otherwise }) => {
    return otherwise === undefined || columns.has(name) ? name : `${otherwise} AS ${name}`
  }).join(', ')
}

/** SQL that makes the small tables of a version those of this one. */
export function migrationSql(version: number): string {
  const steps: string[] = []
  for (let one = version; one < SCHEMA_VERSION; one++) steps.push(STEPS.get(one)!)
  return steps.join('\n')
}
