/**
 * Finds the games in which a pattern or material occurred, by scanning their
 * main lines. When there are many, worker threads help.
 */
import type { DuckDBBlobVector, DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api'
import type { Game } from '../../model/record.ts'
import { moduleBeside } from '../../node/module-beside.ts'
import { workerCount, WorkerPool } from '../../node/worker-pool.ts'
import type { Database } from '../database.ts'
import { packTest, type LineConditions, type LinePack, type StoredStart } from '../../patterns/line-test.ts'
import type { ScanJob } from './scan-worker.ts'

const WORKER = moduleBeside(import.meta.url, './scan-worker')

/** Games that are scanned before workers are started, which takes as long as some ten thousand games. */
const GAMES_ALONE = 20_000

/** Packs that a worker may have before it. */
const PACKS_AHEAD = 4

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
  let helpers: Helpers | undefined
  try {
    for await (const chunk of database.catalogue.chunks(sql, values)) {
      const pack = packOf(chunk)
      games += pack.ids.length
      if (games > GAMES_ALONE) helpers ??= new Helpers({ game, conditions }, found)
      if (!helpers?.take(pack)) found.push(...test(pack))
    }
    await helpers?.finish()
  } finally {
    await helpers?.close()
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

/** Worker threads that scan packs, one for each processor but the one that fetches them. */
class Helpers {
  private readonly pool: WorkerPool<LinePack, number[]>
  private readonly asked: Promise<void>[] = []
  private readonly found: number[]

  /** @param found gets the numbers of the games that show what is asked for */
  constructor(job: ScanJob, found: number[]) {
    this.pool = new WorkerPool(WORKER, { size: workerCount(1), data: job })
    this.found = found
  }

  /** Takes a pack over; false when all have enough to do. */
  take(pack: LinePack): boolean {
    const { worker, waiting } = this.pool.idlest()
    if (waiting >= PACKS_AHEAD) return false
    const moved = [pack.ids.buffer, pack.ends.buffer, pack.moves.buffer] as ArrayBuffer[]
    const asked = this.pool.ask(worker, pack, (found) => this.add(found), moved)
    // A failure is told when the scan finishes.
    asked.catch(() => {})
    this.asked.push(asked)
    return true
  }

  /** Waits until all packs are done. Rejects when a worker failed. */
  async finish(): Promise<void> {
    await Promise.all(this.asked)
  }

  async close(): Promise<void> {
    await this.pool.close()
  }

  private add(found: readonly number[]): void {
    for (const id of found) this.found.push(id)
  }
}
