/** A database that is being written or added to: its files, and the lists that stay in memory. */
import type { Sink } from '../../../bytes/sink.ts'
import { DATA_HEAD } from '../database.ts'
import { ENTITY_KIND_NAMES, type EntityKind } from '../entities.ts'
import { EXTENDED_HEAD_SIZE, EXTENDED_SIZE } from '../extended-records.ts'
import { RECORD_SIZE } from '../header-records.ts'
import { EntityTable } from './entity-table.ts'
import { mediaHead, NEW_DETAILS, TopGames, type DetailsLayout } from './side-files.ts'

/** The files that grow with every game. */
export const GROWING = ['.cbh', '.cbg', '.cba', '.cbj', '.cbm'] as const
export type Growing = (typeof GROWING)[number]

/** A database that is being written or added to. */
export interface Target {
  /** Name of the database, without extension. */
  readonly name: string
  /** The files that grow; new ones are empty, existing ones end where the next game goes. */
  readonly files: Readonly<Record<Growing, Sink>>
  /** Number of existing games. */
  readonly count: number
  /** Size of a `.cbj` record in bytes. */
  readonly extendedSize: number
  /** Whether the heads of the files have yet to be written. */
  readonly isNew: boolean
  /** Whether the heads of `.cbh`, `.cbg` and `.cba` have the current length rather than that of old databases. */
  readonly hasLongHeads: boolean
  readonly entities: Readonly<Record<EntityKind, EntityTable>>
  readonly details: Map<number, Uint8Array>
  readonly detailsLayout: DetailsLayout
  readonly topGames: TopGames
  /** Creates a file that is written in one go at the end. */
  replace(extension: string): Sink
  commit(): void
}

/** What the files that grow begin with: mostly room for their heads. */
export const HEADS: Readonly<Record<Growing, Uint8Array>> = {
  '.cbh': new Uint8Array(RECORD_SIZE),
  '.cbg': new Uint8Array(DATA_HEAD),
  '.cba': new Uint8Array(DATA_HEAD),
  '.cbj': new Uint8Array(EXTENDED_HEAD_SIZE),
  '.cbm': mediaHead(0),
}

/** A new database without games. @param create makes the file with an extension */
export function newTarget(name: string, create: (extension: string) => Sink, commit: () => void): Target {
  const files = makeRecord(GROWING, create)
  for (const extension of GROWING) files[extension].append(HEADS[extension])
  return {
    name,
    files,
    count: 0,
    entities: makeRecord(ENTITY_KIND_NAMES, (kind) => new EntityTable(kind)),
    details: new Map(),
    detailsLayout: NEW_DETAILS,
    extendedSize: EXTENDED_SIZE,
    isNew: true,
    hasLongHeads: true,
    topGames: new TopGames(),
    replace: create,
    commit,
  }
}

export function makeRecord<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>
}
