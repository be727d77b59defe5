/** Writes the `.2lid` file: docs/formats/2cbh.md, Entities. */
import type { Sink } from '../../../bytes/sink.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { CONTAINER_SIZES, ENTITY_HEAD_SIZE, ENTITY_TYPES, type EntityType } from '../entity-file.ts'
import type { EntityTable } from './entity-table.ts'

/** Bytes that are written at once. */
const BATCH = 1 << 20

/** Writes all entities, of each type those of its table. */
export function writeEntities(tables: Readonly<Partial<Record<EntityType, EntityTable>>>, sink: Sink): void {
  const out = new ByteWriter(BATCH)
  out.u32be(ENTITY_HEAD_SIZE).u32be(ENTITY_TYPES.length)
  for (const type of ENTITY_TYPES) {
    out.u32be(CONTAINER_SIZES[type]).u64be(tables[type]?.size ?? 0)
    out.u32be(0xffff_ffff).u32be(0xffff_ffff)
  }
  // Pairs of unknown meaning, the same in every file known.
  for (let number = -1; number < ENTITY_TYPES.length; number++) out.u32be(number >>> 0).u32be(1)
  const blocks = Math.max(...ENTITY_TYPES.map((type) => tables[type]?.size ?? 0))
  for (let id = 0; id < blocks; id++) {
    // The file ends after the last record, without the rest of its block.
    const last = id < blocks - 1 ? ENTITY_TYPES.length - 1 : lastType(tables, id)
    for (const [index, type] of ENTITY_TYPES.entries()) {
      if (index > last) break
      const data = tables[type]?.records[id]
      if (!data) out.fill(0, CONTAINER_SIZES[type])
      else out.u32le(data.length).field(data, CONTAINER_SIZES[type] - 4)
    }
    if (out.length < BATCH) continue
    sink.append(out.bytes())
    out.clear()
  }
  sink.append(out.bytes())
}

/** The last type that has an entity of a number. */
function lastType(tables: Readonly<Partial<Record<EntityType, EntityTable>>>, id: number): number {
  return ENTITY_TYPES.findLastIndex((type) => (tables[type]?.size ?? 0) > id)
}
