/**
 * Decompresses xz. Format: The .xz File Format, version 1.2.1 (tukaani.org/xz/xz-file-format.txt), whose sections
 * the comments name. Of its filters LZMA2 is read, which compresses everything but programs.
 */
import { FormatError } from '../../issues/errors.ts'
import { u16be, u32le } from '../numbers.ts'
import type { Source } from '../source.ts'
import { ByteInput } from './byte-input.ts'
import { crc32, Crc64 } from './crc.ts'
import { LzmaDecoder, LzmaError } from './lzma.ts'

const MAGIC_SIZE = 6
const FOOTER_SIZE = 12
const LZMA2 = 0x21

/** Furthest that matches may reach back; `xz -9` asks for 64 MiB. */
const MAX_REACH = 1 << 27

/** How a stream checks its blocks, 2.1.1.2, and the bytes that takes, 2.1.1.2. */
const NO_CHECK = 0
const CRC_32 = 1
const CRC_64 = 4
const CHECK_SIZES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]

/** Decompresses all streams of a source, one behind the other. Throws FormatError where they are damaged. */
export function decompressXz(source: Source, write: (bytes: Uint8Array) => void): void {
  const input = new ByteInput(source)
  try {
    while (!input.isAtEnd) {
      readStream(source, input, write)
      // Padding between streams, 2.2.
      while (!input.isAtEnd && source.read(input.at, input.at + 4).every((byte) => byte === 0)) {
        input.bytes(Math.min(4, source.size - input.at))
      }
    }
  } catch (error) {
    throw error instanceof LzmaError ? damaged(source, input) : error
  }
}

function damaged({ name }: Source, { at }: ByteInput): FormatError {
  return new FormatError('packed/damaged', {}, { file: name, offset: at })
}

/** Section 2.1. */
function readStream(source: Source, input: ByteInput, write: (bytes: Uint8Array) => void): void {
  const header = input.bytes(MAGIC_SIZE + 6)
  const flags = header.subarray(MAGIC_SIZE, MAGIC_SIZE + 2)
  const check = flags[1]! & 0x0f
  if (u32le(header, 0) !== 0x587a_37fd || crc32(flags) !== u32le(header, MAGIC_SIZE + 2)) throw damaged(source, input)
  for (;;) {
    const size = input.byte()
    // The index follows the last block.
    if (size === 0) break
    readBlock(source, input, size, check, write)
  }
  readIndex(input)
  input.bytes(FOOTER_SIZE)
}

/** Section 3. */
function readBlock(
  source: Source,
  input: ByteInput,
  size: number,
  check: number,
  write: (bytes: Uint8Array) => void,
): void {
  const reach = readFilters(source, Uint8Array.of(size, ...input.bytes(size * 4 + 3)))
  const start = input.at
  const crc64 = new Crc64()
  let checksum = 0
  readChunks(source, input, new LzmaDecoder(reach), (bytes) => {
    if (check === CRC_32) checksum = crc32(bytes, checksum)
    else if (check === CRC_64) crc64.add(bytes)
    // What stands in the window is written over later.
    write(bytes.slice())
  })
  while ((input.at - start) % 4 !== 0) input.byte()
  if (check === NO_CHECK) return
  const stated = input.bytes(CHECK_SIZES[check]!)
  if (check === CRC_32 && u32le(stated, 0) !== checksum) throw damaged(source, input)
  if (check === CRC_64 && !crc64.isStatedBy(stated)) throw damaged(source, input)
}

/** Returns how far back matches may reach, 3.1 and 5.3.1. */
function readFilters({ name }: Source, header: Uint8Array): number {
  const place = { file: name }
  const end = header.length - 4
  if (crc32(header.subarray(0, end)) !== u32le(header, end)) throw new FormatError('packed/damaged', {}, place)
  const flags = header[1]!
  let at = 2
  const skipNumber = () => {
    while (at < end && header[at++]! >= 0x80);
  }
  if ((flags & 0x40) !== 0) skipNumber()
  if ((flags & 0x80) !== 0) skipNumber()
  const filters = (flags & 3) + 1
  if (filters !== 1 || header[at] !== LZMA2) {
    throw new FormatError('packed/method', { method: `xz filter ${header[at] ?? 0}` }, place)
  }
  const bits = header[at + 2]! & 0x3f
  const reach = bits === 40 ? 0xffff_ffff : (2 | (bits & 1)) * 2 ** ((bits >>> 1) + 11)
  if (reach > MAX_REACH) throw new FormatError('packed/memory', { size: reach, limit: MAX_REACH }, place)
  return reach
}

/** Section 5.3.1 tells where LZMA2 is used, and only the code of XZ Utils how its chunks look. */
function readChunks(source: Source, input: ByteInput, decoder: LzmaDecoder, write: (bytes: Uint8Array) => void): void {
  for (let isFirst = true; ; isFirst = false) {
    const control = input.byte()
    if (control === 0) return
    const resetsDictionary = control === 1 || control >= 0xe0
    if (isFirst && !resetsDictionary) throw damaged(source, input)
    if (resetsDictionary) decoder.resetDictionary()
    if (control < 0x80) {
      if (control > 2) throw damaged(source, input)
      write(decoder.copy(input.bytes(u16be(input.bytes(2), 0) + 1)))
      continue
    }
    const sizes = input.bytes(4)
    const size = ((control & 0x1f) << 16) + u16be(sizes, 0) + 1
    const packed = u16be(sizes, 2) + 1
    const reset = (control >>> 5) & 3
    if (reset >= 2) decoder.resetState(input.byte())
    else if (reset === 1) decoder.resetState()
    write(decoder.decode(input.bytes(packed), size))
  }
}

/** Section 4; its first byte was read. Sizes that disagree with the blocks tell of damage that their checks found. */
function readIndex(input: ByteInput): void {
  const start = input.at - 1
  const records = readNumber(input)
  for (let record = 0; record < 2 * records; record++) readNumber(input)
  while ((input.at - start) % 4 !== 0) input.byte()
  input.bytes(4)
}

/** A number of seven bits a byte, the lowest first, 1.2. */
function readNumber(input: ByteInput): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = input.byte()
    value += (byte & 0x7f) * factor
    if (byte < 0x80 || factor > 2 ** 56) return value
  }
}
