/** Where games are written: a new database, or the end of one that is there. */
import type { Sink, SinkSet } from '../../../bytes/sink.ts'
import { stem } from '../../../bytes/source.ts'
import { HEAD_AT, RECORD_SIZE } from '../detect.ts'
import { FORMAT_VERSION, HEAD_MARK } from '../header-records.ts'
import { MAIN_EXTENSION } from '../parts.ts'
import { writeEntities } from './entity-file.ts'
import { EntityTable } from './entity-table.ts'
import { fileHead } from './frames.ts'
import { GameLists } from './game-lists.ts'

/** Types of entities that are written. */
export const WRITTEN_TYPES = ['players', 'tournaments', 'sources', 'teams', 'titles'] as const
export type WrittenType = (typeof WRITTEN_TYPES)[number]

export type EntityTables = Readonly<Record<WrittenType, EntityTable>>

export interface Target {
  readonly headers: Sink
  /** The `.2cbg` and `.2cba` files. */
  readonly moves: Sink
  readonly annotations: Sink
  /** Records that are there. */
  readonly count: number
  /** Entities that are there, and the records that name each. */
  readonly entities: EntityTables
  readonly lists: GameLists
  /** Writes the entities that are new. */
  writeEntities(): void
  /** A file that is written from its beginning, whatever was there. */
  replace(extension: '.2lgd' | '.2lcd'): Sink
  commit(): void
}

export function emptyTables(): EntityTables {
  return Object.fromEntries(WRITTEN_TYPES.map((type) => [type, new EntityTable()])) as Record<WrittenType, EntityTable>
}

/** A database in new files. */
export function newTarget(out: SinkSet): Target {
  const name = stem(out.name)
  const headers = out.create(name + MAIN_EXTENSION)
  const [moves, annotations] = [out.create(`${name}.2cbg`), out.create(`${name}.2cba`)]
  headers.append(newHead())
  for (const sink of [moves, annotations]) sink.append(fileHead(0))
  const entities = emptyTables()
  return {
    headers,
    moves,
    annotations,
    count: 0,
    entities,
    lists: new GameLists(),
    writeEntities: () => writeEntities(entities, out.create(`${name}.2lid`)),
    replace: (extension) => out.create(name + extension),
    commit: () => out.commit(),
  }
}

/** The head of a `.2cbh` file before its number of records is known. */
function newHead(): Uint8Array {
  const head = new Uint8Array(RECORD_SIZE)
  const view = new DataView(head.buffer)
  view.setUint16(HEAD_AT.mark, HEAD_MARK, true)
  view.setUint16(HEAD_AT.recordSize, RECORD_SIZE, true)
  head[HEAD_AT.version] = FORMAT_VERSION
  return head
}
