/** The tables of a cluster; docs/scale.md documents them. The statements run in ClickHouse 18.16 and later. */
import { GAMES, type Game } from '../../../model/record.ts'

/** The kinds of games as numbers. Never changed: they are stored. */
const GAME_CODES: Readonly<Record<Game, number>> = { chess: 0, xiangqi: 1, go: 2, othello: 3 }

/** The number that a kind of game is stored as. */
export function gameCode(game: Game): number {
  return GAME_CODES[game]
}

/** The kind of game of a number. */
export function gameOfCode(code: number): Game | undefined {
  return GAMES.find((game) => GAME_CODES[game] === code)
}

/** The types of columns, as in ClickHouse. */
export type ColumnType = 'UInt8' | 'UInt16' | 'UInt32' | 'UInt64' | 'Int64' | 'String'

/** A table: its columns in order, and how its rows are kept. */
interface Table {
  columns: Readonly<Record<string, ColumnType>>
  engine: string
  isOfHome?: true
}

/** The texts of a game in the table `games`: columns of the catalogue of the same names, empty if unknown. */
export const TEXT_COLUMNS = [
  'kind',
  'title',
  'player1',
  'player2',
  'event',
  'site',
  'round',
  'date',
  'result',
  'opening',
  'opening_name',
  'found_opening',
  'found_opening_name',
  'annotator',
] as const

/** Its numbers, 0 if unknown. */
export const NUMBER_COLUMNS = ['rating1', 'rating2', 'year', 'plies'] as const

/** The tables by name. Nothing is unknown in the sense of SQL: 0 and empty texts stand for it. */
export const TABLES = {
  postings: {
    columns: {
      game: 'UInt8',
      position: 'Int64',
      move: 'UInt16',
      id: 'UInt64',
      result: 'UInt8',
      rating1: 'UInt16',
      rating2: 'UInt16',
      year: 'UInt16',
      load: 'UInt32',
      summed: 'UInt8',
    },
    engine: 'MergeTree PARTITION BY load ORDER BY (game, position, move, id) SETTINGS index_granularity = 1024',
  },
  statistics: {
    columns: {
      game: 'UInt8',
      position: 'Int64',
      move: 'UInt16',
      year: 'UInt16',
      band: 'UInt16',
      id: 'UInt64',
      games: 'UInt32',
      first: 'UInt32',
      draws: 'UInt32',
      second: 'UInt32',
      rating_sum1: 'UInt64',
      rated1: 'UInt32',
      rating_sum2: 'UInt64',
      rated2: 'UInt32',
      load: 'UInt32',
    },
    engine: 'MergeTree PARTITION BY load ORDER BY (game, position, move) SETTINGS index_granularity = 1024',
  },
  games: {
    columns: {
      id: 'UInt64',
      load: 'UInt32',
      game: 'UInt8',
      path: 'String',
      ...(Object.fromEntries(TEXT_COLUMNS.map((name) => [name, 'String'])) as Record<
        (typeof TEXT_COLUMNS)[number],
        'String'
      >),
      rating1: 'UInt16',
      rating2: 'UInt16',
      year: 'UInt16',
      plies: 'UInt16',
      errors: 'UInt32',
    },
    engine: 'MergeTree PARTITION BY load ORDER BY id SETTINGS index_granularity = 256',
  },
  records: {
    columns: { id: 'UInt64', load: 'UInt32', head: 'String', moves: 'String', numbers: 'String', tree: 'String' },
    engine: 'MergeTree PARTITION BY load ORDER BY id SETTINGS index_granularity = 256',
  },
  claims: {
    columns: { load: 'UInt32', token: 'String', time: 'UInt32' },
    engine: 'MergeTree ORDER BY load',
    isOfHome: true,
  },
  units: {
    columns: {
      unit: 'String',
      path: 'String',
      load: 'UInt32',
      first: 'UInt64',
      games: 'UInt32',
      postings: 'UInt64',
      version: 'UInt64',
    },
    engine: 'MergeTree ORDER BY (unit, version)',
    isOfHome: true,
  },
  shards: {
    columns: { number: 'UInt16', server: 'String', part_games: 'UInt32' },
    engine: 'MergeTree ORDER BY number',
    isOfHome: true,
  },
} as const satisfies Record<string, Table>

export type TableName = keyof typeof TABLES

/** The tables whose rows a load adds, on every shard. */
export const LOADED_TABLES = ['postings', 'statistics', 'games', 'records'] as const satisfies readonly TableName[]

/** The statements that create the tables of one server, the first one also those that say what counts. */
export function schemaStatements(database: string, isHome: boolean): string[] {
  const tables = Object.entries<Table>(TABLES).filter(([, { isOfHome }]) => isHome || !isOfHome)
  return [
    `CREATE DATABASE IF NOT EXISTS ${database}`,
    ...tables.map(([name, { columns, engine }]) => {
      const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
      return `CREATE TABLE IF NOT EXISTS ${database}.${name} (${list.join(', ')}) ENGINE = ${engine}`
    }),
  ]
}
