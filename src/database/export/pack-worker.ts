/** Packs records for publication in a worker thread. */
import { gzipSync } from 'node:zlib'
import { serveRequests } from '../../node/worker-port.ts'
import { decodeRecord, type StoredRecord } from '../schema/stored-record.ts'

/** Records one after the other, each a line of JSON lines packed with gzip by itself. */
export interface PackedRecords {
  bytes: Uint8Array<ArrayBuffer>
  /** Bytes of each. */
  sizes: number[]
}

serveRequests<readonly StoredRecord[], PackedRecords>((records, post) => {
  const packed = records.map((record) => gzipSync(`${JSON.stringify(decodeRecord(record))}\n`))
  const bytes = new Uint8Array(packed.reduce((size, one) => size + one.length, 0))
  let end = 0
  for (const one of packed) {
    bytes.set(one, end)
    end += one.length
  }
  post({ bytes, sizes: packed.map(({ length }) => length) }, [bytes.buffer])
})
