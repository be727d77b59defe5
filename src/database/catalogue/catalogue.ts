/**
 * The catalogue: a DuckDB file, the system of record. docs/database.md
 * documents its tables for those who query them with SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult, DuckDBValue } from '@duckdb/node-api'
import { CodedError, FormatError } from '../../issues/errors.ts'
import { isMigratable } from '../schema/older-versions.ts'
import { insertStatement, SCHEMA_VERSION, type RowOf, type SmallTable } from '../schema/tables.ts'
import { duckdb, listValue } from './duckdb.ts'
import { rebuildCommand } from './rebuild-command.ts'
import { MEMORY_LIMIT, openEngine, type OpenEngine } from './engine.ts'
import { watchMemory } from './memory-watch.ts'
import { RunningQueries } from './running.ts'

/** Megabytes of memory that DuckDB may use during an import, in addition to the index being built, if texts are short. */
const IMPORT_MEMORY_LIMIT = 30

/** What it needs beside texts. */
const MEMORY_BESIDE_TEXTS = 24

/** How often it needs the texts of the rows that it compresses at once: it fails if that does not fit. */
const TIMES_VECTOR = 2

/**
 * The most that it gets for the texts of a row group: it writes blocks that do not fit into files of their own until the
 * group is complete, which takes twice the time.
 */
const MOST_FOR_ROW_GROUP = 100

/**
 * Megabytes up to which the engine gets more, each time twice as many, where a question has no room, such as which of
 * millions of games are equal, or rows with long texts: it goes through 2,048 rows at once.
 */
const MOST_MEMORY = 2048

/** Rows of a batch: with texts of a megabyte they still fit into the memory of the engine. */
const BATCH_ROWS = 256

/** The table of games, and that of those which are being migrated. */
export type GamesTable = 'games' | 'games_before'

/** The arrays of a column of USMALLINT or UINTEGER. */
export type NumbersType = typeof Uint16Array | typeof Uint32Array

/** Bounds of a query that somebody else has written. */
export interface QueryLimits {
  /** Stops the query, which then rejects with its reason. */
  signal?: AbortSignal
  /** Megabytes up to which the engine gets more memory for it. */
  mostMemory?: number
  /** The most bytes of the texts and lists in 2,048 rows, of which the caller makes strings. */
  mostText?: number
}

/** An open catalogue. */
export class Catalogue {
  private readonly reading: DuckDBConnection
  private readonly engine: OpenEngine
  /** The connection of the current transaction. */
  private readonly writing = new AsyncLocalStorage<DuckDBConnection>()
  private readonly running = new RunningQueries()
  /** Answers to small questions that are asked again and again, until the next transaction. */
  private readonly remembered = new Map<string, Promise<unknown>>()
  /** Transactions made so far: what was asked before one need not be true after it. */
  changes = 0
  /** What waits for more memory for texts. */
  private reserving: Promise<void> | undefined

  private constructor(engine: OpenEngine, connection: DuckDBConnection) {
    this.engine = engine
    this.reading = connection
  }

  /** Whether this is asked within a transaction. */
  get isInTransaction(): boolean {
    return this.writing.getStore() !== undefined
  }

  /** The connection to use: within a transaction its own, so that nobody else sees half of it. */
  get connection(): DuckDBConnection {
    return this.writing.getStore() ?? this.reading
  }

  /**
   * Opens a catalogue, creating it if necessary unless opened read-only. Until it is closed nobody else can write to
   * the database. Rejects with FormatError if somebody else has it, if it is damaged, or if it has another version, unless
   * that can be migrated and is wanted.
   */
  static async open(path: string, readOnly: boolean, { anyVersion = false } = {}): Promise<Catalogue> {
    const engine = await openEngine(path, readOnly)
    try {
      const catalogue = new Catalogue(engine, await engine.connect())
      await catalogue.requireVersion(path, anyVersion)
      return catalogue
    } catch (error) {
      engine.release()
      throw explainUnreadable(error, path)
    }
  }

  /** Throws FormatError if there are unknown tables, or those of another version. */
  private async requireVersion(path: string, anyVersion: boolean): Promise<void> {
    const found = await this.version()
    const place = { file: path }
    if (found === undefined) throw new FormatError('database/other-tables', {}, place)
    const { tables, games } = found
    const expected = SCHEMA_VERSION
    if (tables > expected) throw new FormatError('database/newer-version', { version: String(tables), expected }, place)
    if (isMigratable(tables) && isMigratable(games)) {
      if (anyVersion || (tables === expected && games === expected)) return
      throw new FormatError('database/older-version', { version: String(games), expected }, place)
    }
    const command = rebuildCommand(dirname(path), await this.sourcePaths())
    throw new FormatError('database/too-old-version', { version: String(tables), expected, command }, place)
  }

  /** The files that the games came from, as they were named; the column is the same in every version. */
  private async sourcePaths(): Promise<string[]> {
    const rows = await this.rows('SELECT path FROM sources ORDER BY id')
    return rows.map(({ path }) => String(path))
  }

  /**
   * The version of the tables, and that of the games: an older one until a migration that was begun is finished.
   * Undefined if they are not the tables of a catalogue.
   */
  async version(): Promise<{ tables: number; games: number } | undefined> {
    if ((await this.columnsOf('meta')).size === 0) return undefined
    const rows = await this.rows("SELECT name, value FROM meta WHERE name IN ('schema', 'migrating')")
    const values = new Map(rows.map(({ name, value }) => [String(name), Number(value)]))
    const tables = values.get('schema')
    return tables === undefined ? undefined : { tables, games: values.get('migrating') ?? tables }
  }

  /** The names of the columns of a table; none if there is no such table. */
  async columnsOf(table: string): Promise<Set<string>> {
    const sql = 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1'
    return new Set((await this.rows(sql, [table])).map(({ name }) => String(name)))
  }

  /** Runs a statement with values for its `$1`, `$2` ... and returns the rows as objects. */
  async rows(sql: string, values: DuckDBValue[] = []): Promise<Record<string, DuckDBValue>[]> {
    for (;;) {
      try {
        const { connection } = this
        const reader = await this.running.on(connection, async () => connection.runAndReadAll(sql, values))
        return reader.getRowObjects()
      } catch (error) {
        await this.makeRoom(error)
      }
    }
  }

  /**
   * Remembers what a small query came to until the next transaction. @param question identifies it
   */
  async remember<Result>(question: string, ask: () => Promise<Result>): Promise<Result> {
    // Within a transaction the answer may change with every statement.
    if (this.writing.getStore()) return await ask()
    const answer = (this.remembered.get(question) as Promise<Result> | undefined) ?? ask()
    this.remembered.set(question, answer)
    try {
      return await answer
    } catch (error) {
      this.remembered.delete(question)
      throw error
    }
  }

  /** Adds a row to a table. */
  async insert<Table extends SmallTable>(table: Table, row: RowOf<Table>): Promise<void> {
    const { sql, values } = insertStatement(table, row)
    await this.rows(sql, values)
  }

  /** Runs a query and returns its rows as they come. */
  async *stream(
    sql: string,
    values: DuckDBValue[] = [],
    limits: QueryLimits = {},
  ): AsyncGenerator<Record<string, DuckDBValue>> {
    let names: string[] | undefined
    for await (const chunk of this.chunks(sql, values, (columns) => (names = columns), limits)) {
      for (const row of chunk.getRows()) {
        yield Object.fromEntries(names!.map((name, column) => [name, row[column]!]))
      }
    }
  }

  /**
   * Runs a query and returns many rows at a time, over a separate connection that other queries do not disturb. For
   * columns of long text, {@link inBatches} is better: this rejects if they exhaust memory after the first rows.
   */
  async *chunks(
    sql: string,
    values: DuckDBValue[] = [],
    onColumns: (names: string[]) => void = () => {},
    { signal, mostMemory = MOST_MEMORY, mostText = Infinity }: QueryLimits = {},
  ): AsyncGenerator<DuckDBDataChunk> {
    for (;;) {
      const { connection, close } = await this.snapshot()
      const goOn = interruptOn(signal, connection)
      let rows = 0
      try {
        signal?.throwIfAborted()
        for await (const chunk of this.chunksOf(connection, await this.begin(connection, sql, values), onColumns)) {
          signal?.throwIfAborted()
          if (mostText < Infinity) requireShort(chunk, mostText)
          rows += chunk.rowCount
          yield chunk
        }
        return await requireWhole(connection, sql, values, rows)
      } catch (error) {
        signal?.throwIfAborted()
        // Rows that were handed out cannot be taken back.
        if (rows > 0) throw error
        await this.makeRoom(error, mostMemory)
      } finally {
        goOn()
        close()
      }
    }
  }

  /**
   * Runs a query whose columns are unsigned numbers, none of them NULL, and returns many rows at a time as an array for
   * each column, which is good until the next. The caller has to know how many rows there are: if memory runs out in the
   * middle, they end early.
   */
  async *numbers(
    sql: string,
    values: DuckDBValue[],
    types: readonly NumbersType[],
  ): AsyncGenerator<(Uint16Array | Uint32Array)[]> {
    const { bindings } = duckdb()
    const { connection, close } = await this.snapshot()
    try {
      for await (const { chunk, rowCount } of this.chunksOf(connection, await this.begin(connection, sql, values))) {
        yield types.map((Numbers, column) => {
          const vector = bindings.data_chunk_get_vector(chunk, column)
          const { buffer, byteOffset } = bindings.vector_get_data(vector, rowCount * Numbers.BYTES_PER_ELEMENT)
          return new Numbers(buffer as ArrayBuffer, byteOffset, rowCount)
        })
      }
    } finally {
      close()
    }
  }

  /** The numbers of all games, in order. @param table see {@link inBatches} */
  async gameNumbers(table: GamesTable = 'games'): Promise<Uint32Array> {
    const ids: number[] = []
    for await (const chunk of this.chunks(`SELECT id FROM ${table}`)) {
      for (const id of chunk.getColumnValues(0) as number[]) ids.push(id)
    }
    return Uint32Array.from(ids).sort()
  }

  /**
   * The rows of games by number, a few hundred at a time, all from the state at the beginning; missing games are
   * skipped. @param table with games of an older version, if these are wanted
   */
  async *inBatches(
    columns: string,
    ids: Uint32Array,
    table: GamesTable = 'games',
  ): AsyncGenerator<Record<string, DuckDBValue>[]> {
    let reader = await this.readGames(columns, table)
    const isWriting = this.writing.getStore() !== undefined
    const batchAt = (start: number) => ids.subarray(start, start + BATCH_ROWS)
    let coming: Promise<DuckDBResult> | undefined
    try {
      for (let start = 0; start < ids.length; start += BATCH_ROWS) {
        const batch = batchAt(start)
        let rows: Record<string, DuckDBValue>[] | undefined
        while (!rows) {
          try {
            rows = await reader.read(await (coming ?? reader.find(batch)))
          } catch (error) {
            await this.makeRoom(error)
            coming = undefined
            // It ended the transaction of this connection as well.
            const next = await this.readGames(columns, table)
            reader.close()
            reader = next
          }
        }
        const next = batchAt(start + BATCH_ROWS)
        // While the caller works on these rows, DuckDB looks for the next; not in a transaction, where the caller may have
        // something else to say to it.
        coming = next.length === 0 || isWriting ? undefined : reader.find(next)
        // Told of at the next turn; until then nobody waits.
        coming?.catch(() => {})
        const byId = new Map(rows.map((row) => [Number(row['id']), row]))
        yield [...batch].map((id) => byId.get(id)).filter((row) => row !== undefined)
      }
    } finally {
      // A caller who has seen enough leaves some behind.
      await coming?.catch(() => {})
      reader.close()
    }
  }

  /** Looks for games by number in the current state until it is closed; there is one at least. */
  private async readGames(
    columns: string,
    table: GamesTable,
  ): Promise<{
    find: (ids: Uint32Array) => Promise<DuckDBResult>
    read: (result: DuckDBResult) => Promise<Record<string, DuckDBValue>[]>
    close: () => void
  }> {
    const { connection, close } = await this.snapshot()
    const sql = `SELECT id, ${columns} FROM ${table} WHERE id >= $1 AND id <= $2 AND id IN (SELECT unnest($3::UINTEGER[]))`
    const statement = await connection.prepare(sql)
    return {
      find: async (ids) => {
        const [least, greatest] = [ids.reduce((a, b) => Math.min(a, b)), ids.reduce((a, b) => Math.max(a, b))]
        statement.bind([least, greatest, listValue([...ids])])
        return await this.running.on(connection, async () => statement.run())
      },
      read: async (result) => await this.readRows(connection, result),
      close: () => {
        statement.destroySync()
        close()
      },
    }
  }

  /** A connection that sees the current state until it is closed; within a transaction, the state of the transaction. */
  private async snapshot(): Promise<{ connection: DuckDBConnection; close: () => void }> {
    const writing = this.writing.getStore()
    if (writing) return { connection: writing, close: () => {} }
    const connection = await this.engine.connect()
    await this.running.on(connection, async () => connection.run('BEGIN TRANSACTION'))
    return { connection, close: () => connection.closeSync() }
  }

  /**
   * Runs statements as one transaction, which is rolled back if something throws. Readers keep seeing the previous
   * state until it is committed.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection = await this.engine.connect()
    const inTransaction = async (): Promise<Result> =>
      this.writing.run(connection, async () => {
        await connection.run('BEGIN TRANSACTION')
        try {
          const result = await work()
          this.engine.checkpoints?.beforeCommit()
          await connection.run('COMMIT')
          return result
        } catch (error) {
          // A commit that fails ends the transaction, and there is nothing to roll back.
          await connection.run('ROLLBACK').catch(() => {})
          throw error
        }
      })
    try {
      return await this.running.on(connection, inTransaction)
    } finally {
      this.changes++
      this.remembered.clear()
      connection.closeSync()
    }
  }

  /** Runs some work of a transaction that must see what was there before it. */
  async before<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.writing.exit(work)
  }

  /** Runs some work while the engine has little memory and one thread, since an import itself needs much of both. */
  async withFewResources<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.setMemoryLimit(IMPORT_MEMORY_LIMIT)
    // A second one would do the work of a commit while the first turns in circles: a twentieth of an import.
    await this.connection.run('SET threads = 1')
    // What it frees is given back to the system meanwhile: 70 MB at half a million games.
    await this.connection.run('SET allocator_background_threads = true')
    try {
      return await this.whileGivingBack(work)
    } finally {
      await this.connection.run('SET allocator_background_threads = false')
      await this.connection.run('RESET threads')
      // Rows with long texts may be read again when the file is closed.
      await this.setMemoryLimit(Math.max(this.engine.memory.limit, MEMORY_LIMIT))
    }
  }

  /** Runs some work while memory that is free is given back to the system. */
  async whileGivingBack<Result>(work: () => Promise<Result>): Promise<Result> {
    const stopWatching = watchMemory(async () => this.giveBackMemory())
    try {
      return await work()
    } finally {
      await stopWatching()
    }
  }

  /**
   * Gives what the whole process has freed back to the system: setting a limit, even the same, makes DuckDB call
   * malloc_trim, where there is one. Whether it succeeds makes no difference to the work.
   */
  private async giveBackMemory(): Promise<void> {
    await this.applyMemoryLimit().catch(() => {})
  }

  /**
   * Makes sure that the engine has memory for rows with long texts; undefined if it has. While it is being given more,
   * other rows wait too: the limit of before still holds.
   * @param vector bytes of the texts in as many consecutive rows as a vector of DuckDB has
   * @param rowGroup the same of a row group
   */
  reserveForTexts(vector: number, rowGroup: number): Promise<void> | undefined {
    const forRowGroup = Math.min(MOST_FOR_ROW_GROUP, rowGroup / 1e6)
    const needed = MEMORY_BESIDE_TEXTS + Math.max((TIMES_VECTOR * vector) / 1e6, forRowGroup)
    if (needed <= this.engine.memory.limit) return this.reserving
    const reserving = this.setMemoryLimit(Math.ceil(needed * 1.25)).finally(() => {
      if (this.reserving === reserving) this.reserving = undefined
    })
    this.reserving = reserving
    return reserving
  }

  /** Doubles the engine's memory after it ran out of it; rethrows other errors, and this one if it cannot. */
  private async makeRoom(error: unknown, most = MOST_MEMORY): Promise<void> {
    const { limit } = this.engine.memory
    // A statement that fails ends its transaction.
    const isWriting = this.writing.getStore() !== undefined
    if (isWriting || !isOutOfMemory(error) || limit >= most) throw error
    await this.setMemoryLimit(limit * 2)
  }

  private async setMemoryLimit(megabytes: number): Promise<void> {
    this.engine.memory.limit = megabytes
    await this.applyMemoryLimit()
  }

  /** Tells the engine its limit: one time after another, since a statement that comes late would set an earlier one again. */
  private async applyMemoryLimit(): Promise<void> {
    const { memory } = this.engine
    const apply = async (): Promise<void> => {
      // The connection of a transaction may be busy.
      await this.running.on(this.reading, async () => this.reading.run(`SET memory_limit = '${memory.limit}MB'`))
    }
    const applied = memory.applied.then(apply, apply)
    memory.applied = applied
    await applied
  }

  /** Brings the log of what was committed into the file if it is long, outside of transactions. */
  async shortenLog(): Promise<void> {
    await this.engine.checkpoints?.ifLong()
  }

  /** Begins a query whose chunks come one by one. */
  private async begin(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<DuckDBResult> {
    return await this.running.on(connection, async () => connection.stream(sql, values))
  }

  /** The chunks of a result as they come, each good until the next. */
  private async *chunksOf(
    connection: DuckDBConnection,
    result: DuckDBResult,
    onColumns: (names: string[]) => void = () => {},
  ): AsyncGenerator<DuckDBDataChunk> {
    onColumns(result.columnNames())
    for (;;) {
      const chunk = await this.running.on(connection, async () => result.fetchChunk())
      if (!chunk || chunk.rowCount === 0) return
      yield chunk
      // Its memory is the engine's, and would count until JavaScript happens to collect the object.
      chunk.reset()
    }
  }

  /** The rows of a result, leaving nothing in the memory of the engine. */
  private async readRows(connection: DuckDBConnection, result: DuckDBResult): Promise<Record<string, DuckDBValue>[]> {
    const names: string[] = []
    const rows: Record<string, DuckDBValue>[] = []
    for await (const chunk of this.chunksOf(connection, result, (all) => names.push(...all))) {
      for (const row of chunk.getRows()) {
        rows.push(Object.fromEntries(names.map((name, column) => [name, ownValue(row[column]!)])))
      }
    }
    return rows
  }

  /** Closes the file. Queries that are running are stopped, and it is closed when they have. */
  close(): void {
    this.running.stopThen(() => {
      this.reading.closeSync()
      this.engine.release()
    })
  }
}

/** Milliseconds between two attempts to interrupt a query. */
const INTERRUPT_PAUSE = 50

/**
 * Interrupts what a connection does from the moment of a signal on: DuckDB forgets that of a query which has not begun.
 * @returns lets it go on
 */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    connection.interrupt()
    timer = setInterval(() => connection.interrupt(), INTERRUPT_PAUSE)
  }
  signal?.addEventListener('abort', stop)
  return () => {
    signal?.removeEventListener('abort', stop)
    clearInterval(timer)
  }
}

/** Throws CodedError if the texts and lists of a chunk have more bytes than are wanted, before anything is made of them. */
function requireShort(chunk: DuckDBDataChunk, most: number): void {
  const { bindings, api } = duckdb()
  const long = new Set([api.DuckDBTypeId.VARCHAR, api.DuckDBTypeId.BLOB])
  const lists = new Set([api.DuckDBTypeId.LIST, api.DuckDBTypeId.MAP])
  let bytes = 0
  for (let column = 0; column < chunk.columnCount; column++) {
    const vector = bindings.data_chunk_get_vector(chunk.chunk, column)
    const type = chunk.getColumnVector(column).type.typeId
    if (lists.has(type)) bytes += 8 * bindings.list_vector_get_size(vector)
    if (!long.has(type)) continue
    const { buffer, byteOffset, byteLength } = bindings.vector_get_data(vector, chunk.rowCount * TEXT_CELL)
    const cells = new DataView(buffer, byteOffset, byteLength)
    const known = bindings.vector_get_validity(vector, Math.ceil(chunk.rowCount / 64) * 8)
    for (let row = 0; row < chunk.rowCount; row++) {
      const isNull = known !== null && (known[row >> 3]! & (1 << (row & 7))) === 0
      if (!isNull) bytes += cells.getUint32(row * TEXT_CELL, true)
    }
  }
  if (bytes > most) throw new CodedError('database/answer-too-large', { bytes, most })
}

/** Bytes of the cell of a text, which begins with its length. */
const TEXT_CELL = 16

/** Whether an error of the engine says that it ran out of memory, or its stream ended early, which it does then. */
function isOutOfMemory(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'database/query-cut'
  return error instanceof Error && error.message.startsWith('Out of Memory')
}

/** A value that remains valid when its chunk is reset: bytes are copied. */
function ownValue(value: DuckDBValue): DuckDBValue {
  if (value === null || typeof value !== 'object' || !('bytes' in value)) return value
  const { DuckDBBlobValue } = duckdb().api
  return new DuckDBBlobValue(Uint8Array.from(value.bytes))
}

/**
 * Checks that a stream did not end early: if memory runs out in the middle, DuckDB's Node package ends it without an
 * error.
 */
async function requireWhole(
  connection: DuckDBConnection,
  sql: string,
  values: DuckDBValue[],
  rows: number,
): Promise<void> {
  let expected: number
  try {
    const reader = await connection.runAndReadAll(`SELECT count(*) FROM (${sql.replace(/;\s*$/, '')}\n)`, values)
    expected = Number(reader.getRows()[0]![0])
  } catch {
    // Some statements cannot be nested (EXPLAIN, PRAGMA); their results are short.
    return
  }
  if (rows === expected) return
  throw new CodedError('database/query-cut', { count: rows, expected })
}

/**
 * Converts DuckDB's error about an unreadable file to a FormatError: it checks the checksum of each block when it is
 * first read. Other errors are returned unchanged.
 */
export function explainUnreadable(error: unknown, path: string): unknown {
  if (error instanceof CodedError || !(error instanceof Error)) return error
  if ((error as NodeJS.ErrnoException).syscall !== undefined) return error
  return new FormatError('database/catalogue-unreadable', { detail: error.message }, { file: path })
}
