/** Packs records for publication in threads of their own: half of the time of publishing is gzip. */
import { moduleBeside } from '../../node/module-beside.ts'
import { WorkerPool } from '../../node/worker-pool.ts'
import type { StoredRecord } from '../schema/stored-record.ts'
import type { PackedRecords } from './pack-worker.ts'

const WORKER = moduleBeside(import.meta.url, './pack-worker')

/** Megabytes of young objects: a larger place for them saves no time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 9 }

export class RecordPacker {
  private readonly pool = new WorkerPool<readonly StoredRecord[], PackedRecords>(WORKER, {
    resourceLimits: RESOURCE_LIMITS,
  })

  /** How many requests keep all threads busy. */
  get ahead(): number {
    return 2 * this.pool.size
  }

  async pack(records: readonly StoredRecord[]): Promise<PackedRecords> {
    const { promise, resolve } = Promise.withResolvers<PackedRecords>()
    await this.pool.ask(this.pool.idlest().worker, records, resolve)
    return await promise
  }

  async close(): Promise<void> {
    await this.pool.close()
  }
}
