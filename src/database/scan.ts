/**
 * Finds the games in which a pattern or material occurred, by passing through
 * their main lines. When there are many, worker threads share them.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DuckDBBlobVector, DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api'
import type { Game } from '../model/record.ts'
import type { Database } from './database.ts'
import { packTest, type LineConditions, type LinePack, type StoredStart } from './line-test.ts'
import type { ScanAnswer, ScanJob } from './scan-worker.ts'

/** Beside this module, as TypeScript or compiled. */
const WORKER_URL = new URL(`./scan-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

const MAX_WORKERS = 8

/** Games that are passed through before workers are started, which takes as long as some ten thousand games. */
const GAMES_ALONE = 20_000

/** Packs for each worker that may wait. */
const PACKS_AHEAD = 3

/** Numbers of the games, among those that SQL conditions choose, whose main line shows what is asked for; in no order. */
export async function gamesThatShow(
  database: Database,
  game: Game,
  { pattern, material }: LineConditions,
  where: string,
  values: DuckDBValue[],
): Promise<number[]> {
  const hasSizes = game === 'go' || game === 'othello'
  const sql = `SELECT id, moves, setup, variant${hasSizes ? ', head' : ''} FROM games ${where}`
  const conditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const test = packTest(game, conditions)
  const found: number[] = []
  let games = 0
  let shared: SharedScan | undefined
  try {
    for await (const chunk of database.catalogue.chunks(sql, values)) {
      const pack = packOf(chunk)
      games += pack.ids.length
      if (games <= GAMES_ALONE) {
        found.push(...test(pack))
        continue
      }
      shared ??= new SharedScan({ game, conditions }, found)
      await shared.add(pack)
    }
    await shared?.finish()
  } finally {
    await shared?.close()
  }
  return found
}

/** The main lines of a chunk of rows: id, moves, setup, variant and, where boards have sizes, head. */
function packOf(chunk: DuckDBDataChunk): LinePack {
  const [ids, lines, ...starts] = Array.from({ length: chunk.columnCount }, (_, column) =>
    chunk.getColumnVector(column),
  )
  const count = chunk.rowCount
  const bytes = Array.from({ length: count }, (_, row) => (lines as DuckDBBlobVector).getItemBytes(row)!)
  const pack: LinePack = {
    ids: Uint32Array.from({ length: count }, (_, row) => Number(ids!.getItem(row))),
    ends: new Uint32Array(count),
    moves: new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0)),
    starts: new Map(),
  }
  let end = 0
  for (const [row, line] of bytes.entries()) {
    pack.moves.set(line, end)
    end += line.length
    pack.ends[row] = end
    const [setup, variant, head] = starts.map((vector) => vector.getItem(row))
    const start: StoredStart = {}
    if (typeof setup === 'string') start.setup = setup
    if (typeof variant === 'string') start.variant = variant
    if (typeof head === 'string') start.head = head
    if (Object.keys(start).length > 0) pack.starts.set(row, start)
  }
  return pack
}

/** Workers that pass through packs. */
class SharedScan {
  private readonly workers: { worker: Worker; waiting: number }[]
  private readonly found: number[]
  private failure: Error | undefined
  /** Called when a worker has answered or failed. */
  private onAnswer: () => void = () => {}

  /** @param found gets the numbers of the games that show what is asked for */
  constructor(job: ScanJob, found: number[]) {
    this.found = found
    this.workers = Array.from({ length: Math.min(MAX_WORKERS, availableParallelism()) }, () => {
      const one = { worker: new Worker(WORKER_URL, { workerData: job }), waiting: 0 }
      one.worker.on('error', (error: Error) => this.fail(error))
      one.worker.on('message', (answer: ScanAnswer) => {
        if ('message' in answer) return this.fail(new Error(answer.message))
        for (const id of answer.found) this.found.push(id)
        one.waiting--
        this.onAnswer()
      })
      return one
    })
  }

  /** Hands a pack to the worker with the fewest, once there is one with room. */
  async add(pack: LinePack): Promise<void> {
    await this.until(() => this.workers.some(({ waiting }) => waiting < PACKS_AHEAD))
    const [idlest] = this.workers.toSorted((left, right) => left.waiting - right.waiting)
    idlest!.waiting++
    idlest!.worker.postMessage(pack, [pack.ids.buffer, pack.ends.buffer, pack.moves.buffer])
  }

  /** Waits for all answers. */
  async finish(): Promise<void> {
    await this.until(() => this.workers.every(({ waiting }) => waiting === 0))
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(({ worker }) => worker.terminate()))
  }

  private fail(error: Error): void {
    this.failure ??= error
    this.onAnswer()
  }

  /** Rejects when a worker failed. */
  private async until(holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.failure) throw this.failure
      if (holds()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      this.onAnswer = resolve
      await promise
    }
  }
}
