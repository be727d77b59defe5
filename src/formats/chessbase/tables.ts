/** Lists of players, tournaments and the rest as stored, including unused and deleted ones. */
import { i32le } from '../../bytes/numbers.ts'
import type { Json } from '../../model/json.ts'
import { formatPgnDate, type PartialDate } from '../../model/date.ts'
import type { Table } from '../format.ts'
import type { ChessBaseDatabase } from './database.ts'
import {
  ENTITY_KIND_NAMES,
  ENTITY_KINDS,
  readAnnotator,
  readEvent,
  readPlayerName,
  readPublication,
  readTagTitles,
  readTeam,
  type EntityKind,
} from './entities.ts'
import type { EntityFile } from './entity-file.ts'
import type { TextReader } from './text.ts'

type Row = Record<string, Json>

/** Columns that every list has. */
const COMMON_COLUMNS = ['id', 'order', 'games', 'firstGame', 'deleted'] as const

const COLUMNS: Readonly<Record<EntityKind, readonly string[]>> = {
  players: ['name'],
  tournaments: [
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
  ],
  annotators: ['name'],
  sources: ['title', 'publisher', 'published', 'versionDate', 'version', 'quality'],
  teams: ['name', 'number', 'season', 'year', 'nation'],
  tags: ['title', 'titles'],
}

const READERS: Readonly<Record<EntityKind, (data: Uint8Array, text: TextReader) => object>> = {
  players: (data, text) => ({ name: readPlayerName(data, text) }),
  tournaments: readEvent,
  annotators: (data, text) => ({ name: readAnnotator(data, text) }),
  sources: (data, text) => readPublication(data, text) ?? {},
  teams: (data, text) => readTeam(data, text) ?? {},
  tags: (data, text) => {
    const titles = readTagTitles(data, text)
    return { title: titles[0]?.text, titles }
  },
}

/** One list for each entity file that the database has. */
export function entityTables(database: ChessBaseDatabase): Table[] {
  const tables: Table[] = []
  for (const kind of ENTITY_KIND_NAMES) {
    const file = database.entities[kind]
    if (file) tables.push(entityTable(database, kind, file))
  }
  return tables
}

function entityTable(database: ChessBaseDatabase, kind: EntityKind, file: EntityFile): Table {
  return {
    name: kind,
    columns: ['id', ...COLUMNS[kind], ...COMMON_COLUMNS.slice(1)],
    count: file.capacity,
    *rows() {
      const order = alphabeticalOrder(file)
      for (let id = 0; id < file.capacity; id++) yield makeRow(database, kind, file, id, order[id]!)
    },
  }
}

/**
 * The row of one entity. `order` is its place in the alphabetical order of the tree, from
 * 0; -1 if it is not in the tree.
 */
function makeRow(database: ChessBaseDatabase, kind: EntityKind, file: EntityFile, id: number, order: number): Row {
  const data = file.data(id)!
  const { layout } = ENTITY_KINDS[kind]
  const row: Row = { id }
  const details = kind === 'tournaments' ? database.tournamentDetails?.details(id) : undefined
  const fields: Record<string, unknown> = { ...READERS[kind](data, database.text), ...details }
  for (const column of COLUMNS[kind]) {
    const value = fields[column]
    if (value !== undefined) row[column] = asCell(value)
  }
  row['order'] = order
  row['games'] = i32le(data, layout.games)
  row['firstGame'] = i32le(data, layout.firstGame)
  if (file.isDeleted(id)) row['deleted'] = true
  return row
}

/** Dates as PGN writes them, everything else as it is. */
function asCell(value: unknown): Json {
  const isDate = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isDate) return value as Json
  const date = value as PartialDate
  return date.text ?? formatPgnDate(date)
}

/** The place of every entity in the order of the tree, -1 if not in the tree. */
function alphabeticalOrder(file: EntityFile): Int32Array {
  const order = new Int32Array(file.capacity).fill(-1)
  let place = 0
  for (const id of file.inOrder()) order[id] = place++
  return order
}
