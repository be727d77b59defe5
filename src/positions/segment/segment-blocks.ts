/**
 * The parts of a segment that are read in pieces, each piece with a checksum of its own that is compared whenever it
 * is read: the table of buckets and the facts of games. Checksums begin with the number of the block, so that a block
 * in another's place is found too.
 */
import { FormatError } from '../../issues/errors.ts'
import { Checksum } from '../../bytes/checksum.ts'
import { FACT_SIZE } from '../facts.ts'

/** Buckets of a block of the table; a block has the offset of each and where the last one ends. */
export const BLOCK_BUCKETS = 64
const OFFSET_SIZE = 6
const OFFSETS_SIZE = (BLOCK_BUCKETS + 1) * OFFSET_SIZE
const CHECKSUM_SIZE = 4
export const TABLE_BLOCK_SIZE = OFFSETS_SIZE + CHECKSUM_SIZE

/** Games of a block of facts; the last block may have fewer. */
export const BLOCK_GAMES = 64
export const FACTS_BLOCK_SIZE = BLOCK_GAMES * FACT_SIZE + CHECKSUM_SIZE

/** Bytes of the table of so many buckets, a multiple of {@link BLOCK_BUCKETS}. */
export function tableSize(buckets: number): number {
  return (buckets / BLOCK_BUCKETS) * TABLE_BLOCK_SIZE
}

/** Bytes of the facts of so many games. */
export function factsSize(games: number): number {
  return games * FACT_SIZE + Math.ceil(games / BLOCK_GAMES) * CHECKSUM_SIZE
}

/** The checksum of a block. */
export function blockChecksum(number: number, bytes: Uint8Array): number {
  return new Checksum().addWord(number).add(bytes).value
}

/** Where a part of a segment lies, for what is said when it is damaged. */
interface Whereabouts {
  file: string
  /** Offset of the bytes in the file. */
  offset: number
}

function wrongChecksum({ file, offset }: Whereabouts, at: number): FormatError {
  return new FormatError('index/checksum', {}, { file, offset: offset + at })
}

/** The table while a segment is written: where each bucket begins in the body. */
export class TableWriter {
  private readonly table: Uint8Array
  private readonly view: DataView

  /** @param buckets a multiple of {@link BLOCK_BUCKETS} */
  constructor(buckets: number) {
    this.table = new Uint8Array(tableSize(buckets))
    this.view = new DataView(this.table.buffer)
  }

  /** Says where a bucket begins, and the one before it ends; of one more than there are, where the last ends. */
  put(bucket: number, start: number): void {
    const block = Math.floor(bucket / BLOCK_BUCKETS)
    const slot = bucket % BLOCK_BUCKETS
    const at = block * TABLE_BLOCK_SIZE
    if (at < this.table.length) this.putAt(at + slot * OFFSET_SIZE, start)
    if (slot === 0 && block > 0) this.putAt(at - CHECKSUM_SIZE - OFFSET_SIZE, start)
  }

  private putAt(at: number, start: number): void {
    this.view.setUint32(at, start >>> 0, true)
    this.view.setUint16(at + 4, Math.floor(start / 0x1_0000_0000), true)
  }

  /** The table with its checksums. */
  finish(): Uint8Array {
    for (let at = 0; at < this.table.length; at += TABLE_BLOCK_SIZE) {
      const offsets = this.table.subarray(at, at + OFFSETS_SIZE)
      this.view.setUint32(at + OFFSETS_SIZE, blockChecksum(at / TABLE_BLOCK_SIZE, offsets), true)
    }
    return this.table
  }
}

/** Some blocks of a table, each checked when it is first asked. */
export class BucketTable {
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly firstBlock: number
  private readonly isChecked: Uint8Array
  private readonly whereabouts: Whereabouts

  /** @param firstBlock number of the first block in `bytes` */
  constructor(bytes: Uint8Array, firstBlock: number, whereabouts: Whereabouts) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.firstBlock = firstBlock
    this.isChecked = new Uint8Array(bytes.length / TABLE_BLOCK_SIZE)
    this.whereabouts = whereabouts
  }

  /** Whether a bucket is in these blocks. */
  has(bucket: number): boolean {
    const block = Math.floor(bucket / BLOCK_BUCKETS) - this.firstBlock
    return block >= 0 && block < this.isChecked.length
  }

  /** Where a bucket begins in the body, and where it ends. Throws FormatError when its block is damaged. */
  range(bucket: number): [start: number, end: number] {
    const block = Math.floor(bucket / BLOCK_BUCKETS) - this.firstBlock
    if (this.isChecked[block] === 0) this.check(block)
    const at = block * TABLE_BLOCK_SIZE + (bucket % BLOCK_BUCKETS) * OFFSET_SIZE
    return [this.offsetAt(at), this.offsetAt(at + OFFSET_SIZE)]
  }

  private check(block: number): void {
    const at = block * TABLE_BLOCK_SIZE
    const offsets = this.bytes.subarray(at, at + OFFSETS_SIZE)
    if (this.view.getUint32(at + OFFSETS_SIZE, true) !== blockChecksum(this.firstBlock + block, offsets)) {
      throw wrongChecksum(this.whereabouts, at)
    }
    this.isChecked[block] = 1
  }

  private offsetAt(at: number): number {
    return this.view.getUint32(at, true) + this.view.getUint16(at + 4, true) * 0x1_0000_0000
  }
}

/** Facts of games, eight bytes each, as blocks with checksums. */
export function packFacts(facts: Uint8Array): Uint8Array {
  const packed = new Uint8Array(factsSize(facts.length / FACT_SIZE))
  const view = new DataView(packed.buffer)
  let at = 0
  for (let block = 0, start = 0; start < facts.length; block++, start += BLOCK_GAMES * FACT_SIZE) {
    const part = facts.subarray(start, start + BLOCK_GAMES * FACT_SIZE)
    packed.set(part, at)
    view.setUint32(at + part.length, blockChecksum(block, part), true)
    at += part.length + CHECKSUM_SIZE
  }
  return packed
}

/**
 * The facts of some blocks, without their checksums. Throws FormatError at the first block that is damaged.
 * @param firstBlock number of the first block in `packed`
 */
export function unpackFacts(packed: Uint8Array, firstBlock: number, whereabouts: Whereabouts): Uint8Array {
  const blocks = Math.ceil(packed.length / FACTS_BLOCK_SIZE)
  const facts = new Uint8Array(packed.length - blocks * CHECKSUM_SIZE)
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let block = 0; block < blocks; block++) {
    const at = block * FACTS_BLOCK_SIZE
    const end = Math.min(packed.length, at + FACTS_BLOCK_SIZE) - CHECKSUM_SIZE
    const part = packed.subarray(at, end)
    if (view.getUint32(end, true) !== blockChecksum(firstBlock + block, part)) {
      throw wrongChecksum(whereabouts, at)
    }
    facts.set(part, block * BLOCK_GAMES * FACT_SIZE)
  }
  return facts
}
