/**
 * Checkpoints of a catalogue: what its log holds goes into its file. DuckDB makes none by itself, since each needs an
 * undo journal of its own (checkpoint-undo.ts).
 */
import { closeSync, openSync } from 'node:fs'
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { removeFile, tryAll } from '../../node/disk.ts'
import { saveUndo, undoOf } from './checkpoint-undo.ts'
import { duckdb } from './duckdb.ts'
import { logOf, logSize, nameLog } from './log.ts'

/** Bytes of the log that are too many to be read by everybody who opens the catalogue: DuckDB's own bound. */
const LONG_LOG = 16 << 20

/** Milliseconds between two looks at a checkpoint that other threads work on. */
const PAUSE = 1

export class Checkpoints {
  private readonly path: string
  private readonly connection: DuckDBConnection
  private readonly checkpoint: DuckDBPreparedStatement
  /**
   * The file, open as long as DuckDB has it: closing any descriptor of it would release DuckDB's lock. Undefined on
   * Windows, where nobody else may open it meanwhile.
   */
  private readonly descriptor: number | undefined
  /** Numbers of the blocks of metadata, which only a checkpoint changes. */
  private blocks: readonly number[] = []

  private constructor(path: string, connection: DuckDBConnection, checkpoint: DuckDBPreparedStatement) {
    this.path = path
    this.connection = connection
    this.checkpoint = checkpoint
    this.descriptor = process.platform === 'win32' ? undefined : openSync(path, 'r')
  }

  /** @param connection one of its own, whose database is the catalogue */
  static async of(path: string, connection: DuckDBConnection): Promise<Checkpoints> {
    const checkpoints = new Checkpoints(path, connection, await connection.prepare('CHECKPOINT'))
    await checkpoints.noteBlocks()
    return checkpoints
  }

  /** Makes sure, before something is committed, that the log cannot be lost by its name. */
  beforeCommit(): void {
    nameLog(this.path)
  }

  /** Makes a checkpoint when the log is long. What was committed is in the log, whatever happens here. */
  async ifLong(): Promise<void> {
    if (logSize(this.path) < LONG_LOG) return
    this.save()
    await this.checkpoint.run()
    removeFile(undoOf(this.path))
    await this.noteBlocks()
  }

  /**
   * Makes a checkpoint, unless the log is empty, and closes the engine. If the disk does not allow it, the log stays, and
   * the next program makes one.
   */
  readonly finish = (close: () => void): void => {
    tryAll(
      () => {
        if (logSize(this.path) === 0) return removeFile(logOf(this.path))
        this.save()
        const { RESULT_READY } = duckdb().api.DuckDBPendingResultState
        const pending = this.checkpoint.start()
        while (pending.runTask() !== RESULT_READY) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
        removeFile(undoOf(this.path))
      },
      () => this.checkpoint.destroySync(),
      () => this.connection.closeSync(),
    )
    close()
    if (this.descriptor !== undefined) closeSync(this.descriptor)
  }

  private save(): void {
    if (this.descriptor !== undefined) saveUndo(this.path, this.descriptor, this.blocks)
  }

  private async noteBlocks(): Promise<void> {
    const reader = await this.connection.runAndReadAll('SELECT block_id FROM pragma_metadata_info()')
    this.blocks = reader.getRows().map(([block]) => Number(block))
  }
}
