/** Writes the records of games and their addresses, `.d02` and `.a02`. */
import type { Sink } from '../../../bytes/sink.ts'
import { ByteWriter } from '../../../bytes/writer.ts'

/** Where the empty record for ids without a game is: after one byte, so that no address is 0. */
const EMPTY_RECORD = 1

/** The largest gap left to give games their original ids, since damaged data may contain any number. */
const MAX_FREE = 1 << 20

/** Addresses are signed numbers. */
const MAX_ADDRESS = 0x7fff_ffff

export class GameFile {
  private readonly addresses: Sink
  private readonly records: Sink
  /** Skipped ids, which a game may still get. */
  private readonly free = new Set<number>()
  private next = 1

  constructor(addresses: Sink, records: Sink) {
    this.addresses = addresses
    this.records = records
    // Game 0 is an empty record that no header refers to.
    records.append(Uint8Array.of(0, 0))
    addresses.append(addressOf(EMPTY_RECORD))
  }

  /** Whether addresses have reached their limit. */
  get isFull(): boolean {
    return this.records.size > MAX_ADDRESS
  }

  /** Adds a record. Returns its id: the requested one if it is free, otherwise the next. */
  add(codes: Uint8Array, wanted = this.next): number {
    const address = addressOf(this.records.size)
    const { length } = codes
    const record = new ByteWriter(length + 2)
    if (length < 128) record.u8(length)
    else record.u8((length & 127) | 128).u8(length >> 7)
    this.records.append(record.put(codes).bytes())
    if (this.free.delete(wanted)) {
      this.addresses.patch(wanted * 4, address)
      return wanted
    }
    if (wanted > this.next && wanted - this.next <= MAX_FREE - this.free.size) this.leaveFree(wanted)
    this.addresses.append(address)
    return this.next++
  }

  /** Points the ids from the next one up to another to the empty record. */
  private leaveFree(end: number): void {
    const empty = new ByteWriter(4 * (end - this.next))
    for (; this.next < end; this.next++) {
      this.free.add(this.next)
      empty.u32le(EMPTY_RECORD)
    }
    this.addresses.append(empty.bytes())
  }
}

function addressOf(offset: number): Uint8Array {
  return new ByteWriter(4).u32le(offset).bytes()
}
