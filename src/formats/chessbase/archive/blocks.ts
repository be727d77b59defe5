/**
 * The blocks of an archive's members: each with its length, a checksum and its own compression.
 * docs/formats/chessbase.md, Archives, Blocks.
 */
import { u16le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import { decodeHuffman } from './huffman.ts'
import { decodeLz, MAX_DISTANCE, type LzOutput } from './lz.ts'
import type { StoredMember } from './table.ts'

/** Bytes before the payload of a block: its length and its checksum. */
export const BLOCK_HEAD_SIZE = 4

/** How a payload is packed, its first byte. */
export const PACKING = { stored: 0, lz: 1, huffman: 2, both: 3 } as const

/** The checksum of a payload: the sum of its 16-bit words, little-endian; a last single byte does not count. */
export function blockChecksum(payload: Uint8Array): number {
  let sum = 0
  for (let at = 0; at + 1 < payload.length; at += 2) sum += u16le(payload, at)
  return sum & 0xffff
}

/** Bytes buffered before they are passed on. */
const BUFFER_SIZE = 1 << 16

/** The buffer of the last member, for the next one: archives have many small members. */
let spareBuffer: Uint8Array | undefined

/** Gathers decoded bytes, keeps as many of them as copies may need, and hands them on in pieces. */
class WindowOutput implements LzOutput {
  /** Bytes written so far. */
  total = 0
  private readonly buffer = spareBuffer ?? new Uint8Array(BUFFER_SIZE + MAX_DISTANCE)
  private end = 0
  /** First byte of the buffer that has not been passed on yet. */
  private pending = 0
  private readonly limit: number
  private readonly write: (bytes: Uint8Array) => void

  /** @param limit the largest number of bytes accepted; more are only counted */
  constructor(limit: number, write: (bytes: Uint8Array) => void) {
    this.limit = limit
    this.write = write
    spareBuffer = undefined
  }

  /** Hands on the rest and gives the buffer back. */
  finish(): void {
    this.flush()
    spareBuffer = this.buffer
  }

  literal(byte: number): void {
    if (this.end === this.buffer.length) this.flush()
    this.buffer[this.end++] = byte
    this.total++
  }

  run(byte: number, length: number): void {
    this.reserve(length)
    this.buffer.fill(byte, this.end, this.end + length)
    this.end += length
    this.total += length
  }

  copy(distance: number, length: number): boolean {
    if (distance > this.total) return false
    this.reserve(length)
    // Byte by byte: a copy may read what it has just written.
    const { buffer } = this
    for (let left = length; left > 0; left--) {
      buffer[this.end] = buffer[this.end - distance]!
      this.end++
    }
    this.total += length
    return true
  }

  bytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += BUFFER_SIZE) {
      const part = bytes.subarray(at, at + BUFFER_SIZE)
      this.reserve(part.length)
      this.buffer.set(part, this.end)
      this.end += part.length
      this.total += part.length
    }
  }

  /** Whether there was more output than the member may have. */
  get isFull(): boolean {
    return this.total > this.limit
  }

  /** Passes on the buffer and keeps its end for copies. */
  flush(): void {
    const surplus = Math.max(0, this.total - this.limit)
    const end = Math.max(this.pending, this.end - surplus)
    if (end > this.pending) this.write(this.buffer.slice(this.pending, end))
    const kept = Math.min(this.end, MAX_DISTANCE)
    this.buffer.copyWithin(0, this.end - kept, this.end)
    this.end = kept
    this.pending = kept
  }

  private reserve(length: number): void {
    if (this.end + length > this.buffer.length) this.flush()
  }
}

/**
 * Unpacks a member piece by piece, in constant memory, and never more than the size stated by the archive. Returns what
 * was wrong.
 */
export function unpackMember(source: Source, member: StoredMember, write: (bytes: Uint8Array) => void): Issue[] {
  if (member.refusal !== undefined) return [memberIssue(source, member, member.refusal, member.offset)]
  const output = new WindowOutput(member.size, write)
  const end = member.offset + member.packed
  let fault: Message | undefined
  let at = member.offset
  while (at + BLOCK_HEAD_SIZE <= end && !output.isFull) {
    const head = source.read(at, at + BLOCK_HEAD_SIZE)
    const length = u16le(head, 0)
    const payload = source.read(at + BLOCK_HEAD_SIZE, Math.min(end, at + BLOCK_HEAD_SIZE + length))
    if (head.length < BLOCK_HEAD_SIZE || payload.length < length || length === 0) {
      fault = makeMessage('cb-archive/cut-block', {})
      break
    }
    if (blockChecksum(payload) !== u16le(head, 2)) fault ??= makeMessage('cb-archive/checksum', {})
    if (!unpackBlock(payload, output)) {
      fault = makeMessage('cb-archive/block', {})
      break
    }
    at += BLOCK_HEAD_SIZE + length
  }
  output.finish()
  if (output.total !== member.size) {
    fault ??= makeMessage('cb-archive/member-size', { size: output.total, expected: member.size })
  }
  return fault === undefined ? [] : [memberIssue(source, member, fault, at)]
}

function memberIssue(source: Source, { name }: StoredMember, reason: Message, offset: number): Issue {
  return issue('chessbase/archive-member', 'error', { name, reason }, { file: source.name, offset })
}

function unpackBlock(payload: Uint8Array, output: WindowOutput): boolean {
  const packed = payload.subarray(1)
  const packing = payload[0]!
  if (packing === PACKING.stored) {
    output.bytes(packed)
    return true
  }
  if (packing === PACKING.lz) return decodeLz(packed, output)
  if (packing !== PACKING.huffman && packing !== PACKING.both) return false
  const decoded = decodeHuffman(packed)
  if (!decoded) return false
  if (packing === PACKING.both) return decodeLz(decoded, output)
  output.bytes(decoded)
  return true
}
