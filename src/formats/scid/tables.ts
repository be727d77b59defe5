/** Lists of players, events, sites and rounds as stored, unused names too. */
import type { Json } from '../../model/json.ts'
import type { Table } from '../format.ts'
import type { ScidDatabase } from './database.ts'
import { NAME_KINDS, type NameKind } from './names.ts'

export function nameTables(database: ScidDatabase): Table[] {
  return NAME_KINDS.map((kind) => nameTable(database, kind))
}

function nameTable(database: ScidDatabase, kind: NameKind): Table {
  const { names, frequencies, order } = database.names.lists[kind]
  return {
    name: kind,
    columns: ['id', 'name', ...(order ? ['order'] : []), ...(frequencies ? ['games'] : [])],
    count: names.length,
    *rows() {
      const places = order && placesOf(order, names.length)
      for (let id = 0; id < names.length; id++) {
        const row: Record<string, Json> = { id }
        const name = database.name(kind, id)
        if (name !== undefined) row['name'] = name
        if (places) row['order'] = places[id]!
        if (frequencies) row['games'] = frequencies[id] ?? 0
        yield row
      }
    },
  }
}

/** The place of every number in the order of the file; -1 for one that is not there. */
function placesOf(order: readonly number[], count: number): Int32Array {
  const places = new Int32Array(count).fill(-1)
  for (const [place, id] of order.entries()) places[id] = place
  return places
}
