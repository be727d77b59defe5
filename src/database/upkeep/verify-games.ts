/** Checks every game of a database: its record, the columns that follow from it, and its positions in the index. */
import type { DuckDBValue } from '@duckdb/node-api'
import { sameNumbers } from '../../bytes/numbers.ts'
import { KeyedLine } from '../../rules/keyed-line.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { GAMES, type Game, type GameRecord } from '../../model/record.ts'
import { findOpening, loadAllOpenings } from '../../openings/index.ts'
import { FACT_SIZE, GameFacts } from '../../positions/facts.ts'
import { MainLineWriter } from '../../positions/main-line.ts'
import { mergeLines } from '../../positions/build/merge.ts'
import { Postings } from '../../positions/segment/postings.ts'
import type { NumberedLine } from '../../positions/segment/segment-lines.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS } from '../columns/layout.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { Database } from '../database.ts'
import { PostingMaker } from '../index/game-postings.ts'
import { GAME_COLUMNS, gameRow, type Cell } from '../schema/game-columns.ts'
import { decodeRecord } from '../schema/stored-record.ts'
import type { PositionSums } from './position-sums.ts'

/** What a source says about its games. */
interface SourceSpan {
  firstGame: number
  entries: number
  variations: boolean
}

const column = (name: string): number => GAME_COLUMNS.findIndex((one) => one.name === name)
const [ID, SOURCE, ENTRY, ERRORS] = [column('id'), column('source'), column('entry'), column('errors')]
const [HEAD, MOVES] = [column('head'), column('moves')]
const [NUMBERS, TREE] = [column('numbers'), column('tree')]

/**
 * Reads every column of every game, and recomputes what follows from the record. @param sums of the index; those of the
 * games are subtracted
 */
export async function* verifyGames(
  database: Database,
  sums: PositionSums,
  onGame: (done: number, total: number) => void = () => {},
): AsyncGenerator<Issue> {
  const { catalogue, columns } = database
  const sources = await readSources(database)
  const facts = await readFacts(database)
  const books = await loadAllOpenings()
  const maker = new PostingMaker()
  const postings = new Postings(1 << 10)
  const positions = new KeyedLine()
  const line = new MainLineWriter()
  const lines = new StoredLines(database)
  const names = GAME_COLUMNS.map(({ name }) => name)
  const games = await catalogue.gameNumbers()
  let done = 0
  for await (const rows of catalogue.inBatches(names.join(', '), games)) {
    for (const row of rows) {
      onGame(++done, games.length)
      const stored = names.map((name) => plainCell(row[name]!))
      const [id, entry] = [Number(stored[ID]), Number(stored[ENTRY])]
      const source = sources.get(Number(stored[SOURCE]))
      if (!source || entry >= source.entries || id !== source.firstGame + entry) {
        yield issue('database/game-source', 'error', { id })
        continue
      }
      let record: GameRecord
      let differing: string | undefined
      try {
        record = decodeRecord({
          head: String(stored[HEAD]),
          moves: stored[MOVES] as Uint8Array,
          numbers: String(stored[NUMBERS]),
          tree: String(stored[TREE]),
        })
        postings.count = 0
        line.clear()
        maker.add(postings, line, record, id, source.variations)
        const errors = Number(stored[ERRORS])
        const opening = findOpening(record, books, source.variations ? undefined : positionsOf(postings, positions))
        const derived = gameRow({ id, source: Number(stored[SOURCE]), entry, record, errors, opening })
        differing = GAME_COLUMNS.find((_, index) => !sameCell(stored[index]!, derived[index]!))?.name
      } catch (error) {
        yield issue('database/game-record', 'error', { id, detail: String(error) })
        sums.forget(id)
        continue
      }
      if (differing !== undefined) yield issue('database/game-column', 'error', { id, column: differing })
      const isSameLine = await lines.has(record.game, id, line.words.subarray(0, line.length))
      if (!sums.takeAway(postings, id) || !isSameLine) yield issue('database/game-positions', 'error', { id })
      if (!hasFacts(facts.get(record.game) ?? [], id, record)) yield issue('database/game-facts', 'error', { id })
      const other = differingColumn(columns, id, row)
      if (other !== undefined) yield issue('database/index-column', 'error', { id, column: other })
    }
  }
  const known = new Set(games)
  const strays = columns.games().filter((game) => !known.has(game))
  if (strays.length > 0) yield issue('database/stray-positions', 'error', { count: strays.length, first: strays[0]! })
  const [first, ...more] = sums.left()
  if (first !== undefined) yield issue('database/stray-positions', 'error', { count: more.length + 1, first })
}

/** The first positions of a main line, of which each has a posting. @returns `into` */
function positionsOf({ high, low, count }: Postings, into: KeyedLine): KeyedLine {
  const positions = Math.min(count, into.keys.length / 2)
  for (let index = 0; index < positions; index++) {
    into.keys[2 * index] = high[index]!
    into.keys[2 * index + 1] = low[index]!
  }
  into.length = positions - 1
  return into
}

async function readSources({ catalogue }: Database): Promise<Map<number, SourceSpan>> {
  const rows = await catalogue.rows('SELECT id, first_game, entries, variations FROM sources')
  return new Map(
    rows.map((row) => [
      Number(row['id']),
      { firstGame: Number(row['first_game']), entries: Number(row['entries']), variations: row['variations'] === true },
    ]),
  )
}

/** The main lines of a database, asked for in order of the games. */
class StoredLines {
  private readonly database: Database
  private readonly readers = new Map<Game, { lines: AsyncGenerator<NumberedLine>; next?: NumberedLine | undefined }>()

  constructor(database: Database) {
    this.database = database
  }

  /** Whether the line of a game is this one; an empty line is not stored. */
  async has(game: Game, id: number, words: Uint16Array): Promise<boolean> {
    const reader = this.readers.get(game) ?? { lines: mergeLines(this.database.segmentsOf(game)) }
    this.readers.set(game, reader)
    while (!reader.next || reader.next.game < id) {
      const step = await reader.lines.next()
      reader.next = step.done ? { game: Infinity, words: new Uint16Array(0) } : step.value
    }
    const stored = reader.next.game === id ? reader.next.words : new Uint16Array(0)
    return sameNumbers(stored, words)
  }
}

/** The facts of the segments of each kind of game. */
async function readFacts(database: Database): Promise<Map<Game, GameFacts[]>> {
  const facts = new Map<Game, GameFacts[]>()
  for (const game of GAMES) {
    facts.set(game, await Promise.all(database.segmentsOf(game).map(async (segment) => segment.readFacts())))
  }
  return facts
}

/** Whether exactly one segment has the facts of a game, and they agree with its record. */
function hasFacts(all: readonly GameFacts[], id: number, record: GameRecord): boolean {
  const having = all.filter((facts) => facts.has(id))
  if (having.length !== 1) return false
  const derived = GameFacts.make(id, 1)
  derived.setHeader(id, record.header)
  const start = (id - having[0]!.firstGame) * FACT_SIZE
  return sameCell(having[0]!.bytes.subarray(start, start + FACT_SIZE), derived.bytes)
}

/** The first column in the index that differs from a row of the catalogue; undefined if none does. */
function differingColumn(columns: LoadedColumns, id: number, row: Record<string, DuckDBValue>): string | undefined {
  const place = columns.rowOf(id)
  if (place === undefined) return 'id'
  if (GAMES[columns.kinds[place]! - 1] !== row['game']) return 'game'
  for (const name of NUMBER_NAMES) {
    if (columns.numbersOf(name)[place] !== Math.min(0xffff, Number(row[name] ?? 0))) return name
  }
  for (const list of TEXT_LISTS) {
    for (const name of TEXT_COLUMNS[list]) {
      if ((columns.textAt(list, name, place) ?? null) !== row[name]) return name
    }
  }
  return undefined
}

/** A value as stored in the row. */
function plainCell(value: DuckDBValue): Cell {
  return value !== null && typeof value === 'object' && 'bytes' in value ? value.bytes : (value as Cell)
}

function sameCell(stored: Cell, derived: Cell): boolean {
  if (stored instanceof Uint8Array && derived instanceof Uint8Array) {
    return sameNumbers(stored, derived)
  }
  // Half a surrogate pair is not valid in UTF-8: U+FFFD is stored instead.
  return stored === (typeof derived === 'string' ? derived.toWellFormed() : derived)
}
