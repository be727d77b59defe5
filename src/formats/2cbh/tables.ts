/** Lists of players, tournaments and the rest as stored, unused ones and deleted ones too. */
import type { Json } from '../../model/json.ts'
import { formatPgnDate, type PartialDate } from '../../model/date.ts'
import type { Table } from '../format.ts'
import type { Cbh2Database } from './database.ts'
import { readPlayer, readSource, readTeam, readTitles, readTournament } from './entities.ts'
import { isDeletedData, type EntityFile, type EntityType } from './entity-file.ts'
import { ROLES, rolesOf, type Role } from './references.ts'

type Row = Record<string, Json>

interface Layout {
  columns: readonly string[]
  readonly read: (data: Uint8Array) => object | undefined
}

const LAYOUTS: Readonly<Record<Exclude<EntityType, 'unused'>, Layout>> = {
  players: {
    columns: ['name', 'fideId', 'chessbaseId'],
    read: (data) => {
      const { id: fideId, ...player } = readPlayer(data) ?? {}
      return { ...player, fideId }
    },
  },
  tournaments: {
    columns: [
      'name',
      'site',
      'date',
      'endDate',
      'type',
      'pace',
      'nation',
      'category',
      'rounds',
      'complete',
      'isTeamEvent',
      'boardPoints',
      'threePointsForWin',
      'location',
      'tieBreaks',
    ],
    read: readTournament,
  },
  sources: { columns: ['title', 'publisher', 'published', 'versionDate', 'version', 'quality'], read: readSource },
  teams: { columns: ['name', 'number', 'season', 'year', 'nation'], read: readTeam },
  titles: {
    columns: ['title', 'titles'],
    read: (data) => {
      const titles = readTitles(data) ?? []
      return { title: titles[0]?.text, titles }
    },
  },
}

/** The lists of the entity file, each with how many records name an entity in which role. */
export function entityTables(database: Cbh2Database): Table[] {
  const { entities } = database
  if (!entities) return []
  return Object.entries(LAYOUTS).map(([type, layout]) =>
    entityTable(database, entities, type as keyof typeof LAYOUTS, layout),
  )
}

function entityTable(database: Cbh2Database, file: EntityFile, type: keyof typeof LAYOUTS, layout: Layout): Table {
  const roles = ROLES.filter((role) => role.type === type)
  const count = file.capacity(type)
  return {
    name: type,
    columns: ['id', ...layout.columns, ...roles.map(({ column }) => column), 'deleted'],
    count,
    *rows() {
      const counts = countRoles(database, roles, count)
      for (let id = 0; id < count; id++) {
        const row = makeRow(file, type, layout, id)
        for (const [index, { column }] of roles.entries()) row[column] = counts[index]![id]!
        yield row
      }
    },
  }
}

/** How many records name each entity, by role. */
function countRoles(database: Cbh2Database, roles: readonly Role[], capacity: number): Int32Array[] {
  const counts = roles.map(() => new Int32Array(capacity))
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (!stored) continue
    for (const [role, id] of rolesOf(stored)) {
      const at = roles.indexOf(role)
      if (at >= 0 && id >= 0 && id < capacity) counts[at]![id]!++
    }
  }
  return counts
}

function makeRow(file: EntityFile, type: EntityType, { columns, read }: Layout, id: number): Row {
  const row: Row = { id }
  const data = file.data(type, id)
  if (!data) return row
  if (isDeletedData(data)) return { ...row, deleted: true }
  const fields = (read(data) ?? {}) as Record<string, unknown>
  for (const column of columns) if (fields[column] !== undefined) row[column] = asCell(fields[column])
  return row
}

/** Dates as PGN writes them, everything else as it is. */
function asCell(value: unknown): Json {
  const isDate = typeof value === 'object' && value !== null && !Array.isArray(value) && !('latitude' in value)
  if (!isDate) return value as Json
  const date = value as PartialDate
  return date.text ?? formatPgnDate(date)
}
