/**
 * DuckDB on the file of a catalogue. Its lock on the file is the lock of the whole database, position index included:
 * one process may write, or several may read. The system releases it when the process ends, however that happens.
 * Within one process the lock excludes nobody, and closing the file once would release it, so a process has one engine
 * per file, shared by all readers.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { FormatError, messageOf } from '../../issues/errors.ts'
import { lockFile, type FileLock } from '../../node/file-lock.ts'
import { schemaSql } from '../schema/tables.ts'
import { hasUndo, settleCheckpoint } from './checkpoint-undo.ts'
import { Checkpoints } from './checkpoints.ts'
import { loadDuckDB, MissingDuckDBError } from './duckdb.ts'
import { cutTornEnd, logOf } from './log.ts'
import { syncFolder } from '../../node/disk.ts'
import { explainWriteError, WriteError } from './write-error.ts'

/**
 * Megabytes of memory that DuckDB may use, at first. What only reads needs less: a statement that has no room can be
 * repeated with more, and blocks of the file that DuckDB keeps are in the memory of the system already.
 */
export const MEMORY_LIMIT = 256
const READING_LIMIT = 128

/**
 * Block size of the file in bytes. DuckDB reads 2,048 rows at once, and for each text of more than 4,096 bytes, as in
 * annotated games, at least a whole block: with the default of 262,144 bytes, half a gigabyte. And it remembers every block
 * that it wrote: with the smallest of 16,384, an import of a million games takes 70 MB more than with these.
 */
const BLOCK_SIZE = '32768'

/**
 * Rows that are written together, a multiple of 2,048. Until there are as many, DuckDB keeps them in memory as they came:
 * of the 122,880 that are usual, a hundred megabytes.
 */
export const ROW_GROUP_SIZE = 16_384

/** The name of the catalogue in SQL: that of its file, as DuckDB has it. */
const DATABASE = 'catalogue'

/** An engine on a file. */
interface Engine {
  connect(): Promise<DuckDBConnection>
  /** What brings the log into the file; only an engine that writes has it. */
  checkpoints?: Checkpoints
  close(): void
}

/** The engine of a file, and its number of users. */
interface SharedEngine {
  started: Promise<Engine>
  readOnly: boolean
  memory: EngineMemory
  users: number
}

const engines = new Map<string, SharedEngine>()

/** What an engine may use, the same for all of its users. */
export interface EngineMemory {
  /** In megabytes. */
  limit: number
  /** Settled when the engine was last told of it. */
  applied: Promise<void>
}

/** An engine for one user, which has to be released. */
export interface OpenEngine {
  readonly memory: EngineMemory
  /** Only of an engine that writes. */
  readonly checkpoints: Checkpoints | undefined
  connect(): Promise<DuckDBConnection>
  release(): void
}

/**
 * Opens the catalogue of a file. Rejects with FormatError if somebody else's use excludes this one, and if it is
 * damaged.
 */
export async function openEngine(path: string, readOnly: boolean): Promise<OpenEngine> {
  // The file may be opened through several paths.
  const key = join(realpathSync(dirname(path)), basename(path))
  const known = engines.get(key)
  if (known && !(known.readOnly && readOnly)) throw new FormatError('database/open-here', {}, { file: path })
  const engine = known ?? start(path, readOnly)
  engines.set(key, engine)
  engine.users++
  try {
    const started = await engine.started
    const { memory } = engine
    const { checkpoints } = started
    return { memory, checkpoints, connect: () => started.connect(), release: () => release(key, engine, started) }
  } catch (error) {
    release(key, engine)
    throw explain(error, path, readOnly)
  }
}

function start(path: string, readOnly: boolean): SharedEngine {
  const started = openWhole(path, readOnly)
  const memory = { limit: readOnly ? READING_LIMIT : MEMORY_LIMIT, applied: Promise.resolve() }
  return { started, readOnly, memory, users: 0 }
}

function release(key: string, engine: SharedEngine, started?: Engine): void {
  if (--engine.users > 0) return
  engines.delete(key)
  started?.close()
}

/**
 * Opens a file once what a program that was killed, or a power cut, left half done is settled: a checkpoint, or the
 * transaction at the end of the log.
 */
async function openWhole(path: string, readOnly: boolean): Promise<Engine> {
  if (!readOnly && !existsSync(path)) await createCatalogue(path)
  for (;;) {
    if (hasUndo(path)) {
      await mend(
        path,
        () => hasUndo(path),
        () => settleCheckpoint(path),
      )
    }
    const engine = await openNow(path, readOnly)
    // Who died in a checkpoint after the journal was looked for had the file until now.
    if (!hasUndo(path)) return engine
    engine.close()
  }
}

async function openNow(path: string, readOnly: boolean): Promise<Engine> {
  const open = readOnly ? readFrom : writeTo
  try {
    return await open(path)
  } catch (error) {
    if (!isDamagedLog(error)) throw error
    let isWhole = true
    await mend(
      path,
      () => hasDamagedLog(path),
      (refusal) => (isWhole = refusal === '' || cutTornEnd(path, refusal)),
    )
    if (!isWhole) throw error
    return await open(path)
  }
}

/** Whether DuckDB refuses the log, which keeps no other reader from opening the catalogue. */
async function hasDamagedLog(path: string): Promise<boolean> {
  try {
    const engine = await readFrom(path)
    engine.close()
    return false
  } catch (error) {
    return isDamagedLog(error)
  }
}

/**
 * Changes the files of a catalogue while nobody has it open: one program at a time comes here, and those that begin
 * meanwhile wait for it, since they find the same.
 * @param isNeeded whether nobody else has done it meanwhile: then the catalogue may be open already
 * @param work gets what DuckDB said when it could not open the file; empty if it could
 */
async function mend(
  path: string,
  isNeeded: () => boolean | Promise<boolean>,
  work: (refusal: string) => void,
): Promise<void> {
  let lock: FileLock | undefined
  try {
    lock = lockFile(dirname(path), basename(path))
    if (!(await isNeeded())) return
    let refusal = ''
    try {
      const { close } = await attach(path)
      close()
    } catch (error) {
      if (isInUse(error)) throw error
      refusal = wordsOf(error)
    }
    work(refusal)
  } catch (error) {
    const trouble = explainWriteError(error, dirname(path))
    if (!(trouble instanceof WriteError)) throw error
    throw new FormatError('database/interrupted', { reason: messageOf(trouble) }, { file: path })
  } finally {
    lock?.release()
  }
}

/**
 * Options of every engine. Beside them no query may access other files or the network, or change that; opening a file must
 * not either, whatever it is called: DuckDB takes `sqlite:x` for a file of another program.
 */
const OPTIONS = {
  memory_limit: `${MEMORY_LIMIT}MB`,
  preserve_insertion_order: 'true',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}

/** Starts an engine that reads a file. */
async function readFrom(path: string): Promise<Engine> {
  const { DuckDBInstance } = await loadDuckDB()
  const instance = await DuckDBInstance.create(resolve(path), {
    ...OPTIONS,
    memory_limit: `${READING_LIMIT}MB`,
    access_mode: 'READ_ONLY',
    // Reading leaves nothing in the folder of the database, not even during a query.
    temp_directory: join(tmpdir(), `ludograph-${randomUUID()}`),
    enable_external_access: 'false',
    // Large questions and rows with very long texts need more (catalogue.ts).
    allowed_configs: "['memory_limit']",
    lock_configuration: 'true',
  })
  return { connect: () => instance.connect(), close: () => instance.closeSync() }
}

/** Starts an engine that writes to a file. */
async function writeTo(path: string): Promise<Engine> {
  const { connect, close } = await attach(path)
  let checkpoints: Checkpoints | undefined
  try {
    checkpoints = await Checkpoints.of(path, await connect())
  } catch (error) {
    close()
    throw error
  }
  const { finish } = checkpoints
  return { connect, checkpoints, close: () => finish(close) }
}

/**
 * Attaches a file to an engine that writes to it. The size of row groups can only be said there. The engine never makes a
 * checkpoint by itself, not even when it is closed.
 */
async function attach(path: string): Promise<Pick<Engine, 'connect' | 'close'>> {
  const { DuckDBInstance } = await loadDuckDB()
  const instance = await DuckDBInstance.create(':memory:', {
    ...OPTIONS,
    temp_directory: `${resolve(path)}.tmp`,
    checkpoint_threshold: '1000TB',
  })
  try {
    const connection = await instance.connect()
    await connection.run(
      `PRAGMA disable_checkpoint_on_shutdown;
       ATTACH '${resolve(path).replaceAll("'", "''")}' AS ${DATABASE} (TYPE duckdb, ROW_GROUP_SIZE ${ROW_GROUP_SIZE});
       SET enable_external_access = false`,
    )
    connection.closeSync()
  } catch (error) {
    instance.closeSync()
    throw error
  }
  const connect = async (): Promise<DuckDBConnection> => {
    const connection = await instance.connect()
    try {
      await connection.run(`USE ${DATABASE}`)
      return connection
    } catch (error) {
      connection.closeSync()
      throw error
    }
  }
  return { connect, close: () => instance.closeSync() }
}

/**
 * Creates a new catalogue under a temporary name, so that it appears with all its tables or not at all. If another
 * program was faster, its catalogue stays.
 */
async function createCatalogue(path: string): Promise<void> {
  const { DuckDBInstance } = await loadDuckDB()
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const instance = await DuckDBInstance.create(resolve(temporary), { ...OPTIONS, default_block_size: BLOCK_SIZE })
    try {
      const connection = await instance.connect()
      await connection.run(`BEGIN TRANSACTION; ${schemaSql()} COMMIT`)
      // Closing would do the same, but would not report a full disk.
      await connection.run('CHECKPOINT')
      connection.closeSync()
    } finally {
      instance.closeSync()
    }
    publish(temporary, path)
  } finally {
    for (const name of [temporary, `${temporary}.wal`]) rmSync(name, { force: true })
  }
  syncFolder(dirname(path))
}

function publish(temporary: string, path: string): void {
  try {
    // Unlike a rename, a link never replaces a file.
    linkSync(temporary, path)
  } catch (error) {
    if (existsSync(path)) return
    // Some file systems have no links; errors such as ENOENT occur again below.
    if (!/EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    renameSync(temporary, path)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether DuckDB refuses a file because another program has it open. */
function isInUse(error: unknown): boolean {
  return /could not set lock|conflicting lock|being used by another process/i.test(wordsOf(error))
}

/** Whether DuckDB refuses a log as a whole, which may hold several transactions. */
function isDamagedLog(error: unknown): boolean {
  return /corrupt WAL/i.test(wordsOf(error))
}

/** Converts a message of DuckDB or the system to an error with a code. */
function explain(error: unknown, path: string, readOnly: boolean): unknown {
  if (isInUse(error)) return new FormatError('database/in-use', {}, { file: path })
  const explained = readOnly ? error : explainWriteError(error, dirname(path))
  if (explained instanceof FormatError) return explained
  const isSystem = error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
  if (isSystem || error instanceof MissingDuckDBError) return error
  const detail = wordsOf(error)
  if (isDamagedLog(error))
    return new FormatError('database/log-damaged', { name: basename(logOf(path)), detail }, { file: path })
  return new FormatError('database/catalogue-unopened', { detail }, { file: path })
}
