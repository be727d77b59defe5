/**
 * The columns of the table `games`, defined once: the name of each, the type of its cells, and how its value follows
 * from a game. The table, its rows and the checks of `verify` are made from them.
 */
import { nodesOf, type AnyRecord } from '../../model/line-record.ts'
import type { KeyedLine } from '../../rules/keyed-line.ts'
import { playerOf, type Header, type Player } from '../../model/record.ts'
import { countVariations } from '../../model/tree.ts'
import type { Opening } from '../../openings/index.ts'
import { headerFields, LARGEST_NUMBER, positiveNumber, type HeaderFields } from '../../model/header-fields.ts'
import { commentText } from '../../query/fields.ts'
import { encodeRecord, type StoredRecord } from './stored-record.ts'

/** The types of cells: unsigned integers of 16 or 32 bits, text as UTF-8, or bytes. */
export type CellKind = 'u16' | 'u32' | 'text' | 'bytes'

/** Its name in DuckDB. */
const SQL_TYPES: Record<CellKind, string> = { u16: 'USMALLINT', u32: 'UINTEGER', text: 'VARCHAR', bytes: 'BLOB' }

/**
 * How DuckDB compresses a column, where it is told: by itself it tries every way on every group of rows, which takes a
 * third of the time that it needs to append them.
 */
type Compression = 'dictionary' | 'fsst' | 'uncompressed'

/** A value of a cell; null if unknown. */
export type Cell = string | number | Uint8Array | null

/** Values of the columns of a game, in order. */
export type GameRow = Cell[]

/** A game that becomes a row. */
export interface GameOfRow<Read extends AnyRecord = AnyRecord> {
  id: number
  source: number
  /** Its index in the source, from 0. */
  entry: number
  record: Read
  /** Its main line with keys and codes, if its reader has it at hand. */
  line?: KeyedLine | undefined
  /** Number of issues of severity error found when it was read. */
  errors: number
  /** By its moves. */
  opening: Opening | undefined
}

/** The same, with what several columns need. */
interface DescribedGame extends GameOfRow {
  header: Header
  fields: HeaderFields
  players: readonly (Player | undefined)[]
  stored: StoredRecord
}

interface Column {
  name: string
  kind: CellKind
  isRequired: boolean
  compression: Compression | undefined
  value: (game: DescribedGame) => Cell | undefined
}

/** A column that has a value in every row. */
function required(
  name: string,
  kind: CellKind,
  value: (game: DescribedGame) => Exclude<Cell, null>,
  compression?: Compression,
): Column {
  return { name, kind, isRequired: true, compression, value }
}

/** A column whose value may be unknown. */
function optional(name: string, kind: CellKind, value: Column['value'], compression?: Compression): Column {
  return { name, kind, isRequired: false, compression, value }
}

/** The columns in their order. */
export const GAME_COLUMNS: readonly Column[] = [
  required('id', 'u32', ({ id }) => id, 'uncompressed'),
  required('source', 'u32', ({ source }) => source),
  required('entry', 'u32', ({ entry }) => entry, 'uncompressed'),
  required('game', 'text', ({ record }) => record.game, 'dictionary'),
  optional('kind', 'text', ({ header }) => header.kind, 'dictionary'),
  optional('variant', 'text', ({ record }) => record.variant, 'dictionary'),
  optional('title', 'text', ({ fields }) => fields.title),
  optional('player1', 'text', ({ fields }) => fields.first, 'fsst'),
  optional('player2', 'text', ({ fields }) => fields.second, 'fsst'),
  optional('rating1', 'u16', ({ fields }) => fields.firstRating),
  optional('rating2', 'u16', ({ fields }) => fields.secondRating),
  optional('team1', 'text', ({ players }) => players[0]?.team?.name, 'dictionary'),
  optional('team2', 'text', ({ players }) => players[1]?.team?.name, 'dictionary'),
  optional('event', 'text', ({ fields }) => fields.event, 'fsst'),
  optional('site', 'text', ({ fields }) => fields.site, 'fsst'),
  optional('round', 'text', ({ fields }) => fields.round),
  optional('date', 'text', ({ fields }) => fields.date, 'dictionary'),
  optional('year', 'u16', ({ header }) => positiveNumber(header.date?.year)),
  required('result', 'text', ({ fields }) => fields.result, 'dictionary'),
  required('plies', 'u16', ({ stored }) => Math.min(stored.moves.length / 2, LARGEST_NUMBER)),
  optional('opening', 'text', ({ fields }) => fields.openingCode, 'dictionary'),
  optional('opening_name', 'text', ({ fields }) => fields.openingName),
  optional('found_opening', 'text', ({ opening }) => opening?.code, 'dictionary'),
  optional('found_opening_name', 'text', ({ opening }) => opening?.name, 'fsst'),
  optional('annotator', 'text', ({ fields }) => fields.annotator),
  optional('publication', 'text', ({ header }) => header.publication?.title),
  optional('setup', 'text', ({ record }) => record.setup),
  required('variations', 'u32', ({ stored, record }) => (stored.tree === '' ? 0 : countVariations(nodesOf(record)))),
  required('errors', 'u32', ({ errors }) => errors),
  // Never NULL, like `tree`: an uncompressed page of DuckDB reads a long text again for every NULL that follows it, which
  // took gigabytes of memory for a few annotated games among plain ones.
  required('comments', 'text', ({ stored, record }) => (stored.tree === '' ? '' : (commentText(record) ?? ''))),
  required('head', 'text', ({ stored }) => stored.head, 'fsst'),
  required('moves', 'bytes', ({ stored }) => stored.moves, 'uncompressed'),
  // Apart from `tree`: where a long text stands among short ones, DuckDB takes much memory for the short ones too.
  required('numbers', 'text', ({ stored }) => stored.numbers, 'fsst'),
  required('tree', 'text', ({ stored }) => stored.tree),
]

/** The values of a game's row. */
export function gameRow(game: GameOfRow): GameRow {
  const { header } = game.record
  const players = [playerOf(header, 1), playerOf(header, 2)]
  const described: DescribedGame = {
    ...game,
    header,
    fields: headerFields(game.record),
    players,
    stored: encodeRecord(game.record, game.line?.codes?.subarray(0, game.line.length)),
  }
  const row: GameRow = []
  for (const { value } of GAME_COLUMNS) row.push(value(described) ?? null)
  return row
}

/** The columns in SQL. */
export function gameColumnsSql(): string {
  const columns = GAME_COLUMNS.map(({ name, kind, isRequired, compression }) => {
    const rule = compression ? ` USING COMPRESSION ${compression}` : ''
    return `${name} ${SQL_TYPES[kind]}${isRequired ? ' NOT NULL' : ''}${rule}`
  })
  return columns.join(', ')
}
