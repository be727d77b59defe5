/** The header of a segment, to bytes and back. */
import { ByteReader } from '../../bytes/reader.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError } from '../../issues/errors.ts'
import { Checksum } from '../../bytes/checksum.ts'
import {
  FLAG_SYMMETRIC,
  GAME_NUMBERS,
  HEADER_SIZE,
  keyBytesFor,
  MAGIC,
  MIN_BUCKET_BITS,
  VERSION,
  type SegmentHeader,
} from './segment-format.ts'
import { factsSize, tableSize } from './segment-blocks.ts'
import { linesTableSize } from './segment-lines.ts'

/** Bytes of the header before its own checksum. */
const CHECKED_SIZE = HEADER_SIZE - 4

/** The 96 bytes of a header. */
export function encodeHeader(header: SegmentHeader): Uint8Array {
  const writer = new ByteWriter(HEADER_SIZE)
  writer.put(new TextEncoder().encode(MAGIC)).u16le(VERSION)
  writer.u8(GAME_NUMBERS.indexOf(header.game)).u8(header.bucketBits).u8(header.keyBytes)
  writer.u8(header.symmetric ? FLAG_SYMMETRIC : 0).u16le(0)
  writer.u64le(header.postings).u64le(header.statistics).u64le(header.keys).u64le(header.bodySize)
  writer.u32le(header.firstGame).u32le(header.gameRange).u32le(header.games)
  writer.u64le(header.linesSize).u64le(header.corners).u64le(header.capturesSize)
  writer.fill(0, CHECKED_SIZE - writer.length)
  return writer.u32le(new Checksum().add(writer.bytes()).value).bytes()
}

/** Reads a header and checks that it fits the file. Throws FormatError. */
export function decodeHeader(bytes: Uint8Array, file: string, fileSize: number): SegmentHeader {
  const reader = new ByteReader(bytes, file)
  if (new TextDecoder().decode(reader.take(MAGIC.length)) !== MAGIC) {
    throw new FormatError('index/not-index', {}, { file, offset: 0 })
  }
  const version = reader.u16le()
  if (version !== VERSION) throw new FormatError('index/version', { version, expected: VERSION }, { file, offset: 8 })
  const game = GAME_NUMBERS[reader.u8()]
  const [bucketBits, keyBytes, flags] = [reader.u8(), reader.u8(), reader.u8()]
  reader.skip(2)
  const [postings, statistics, keys, bodySize] = [reader.u64le(), reader.u64le(), reader.u64le(), reader.u64le()]
  const [firstGame, gameRange, games] = [reader.u32le(), reader.u32le(), reader.u32le()]
  const linesSize = reader.u64le()
  const [corners, capturesSize] = [reader.u64le(), reader.u64le()]
  reader.position = CHECKED_SIZE
  if (reader.u32le() !== new Checksum().add(bytes.subarray(0, CHECKED_SIZE)).value) {
    throw new FormatError('index/header', {}, { file, offset: CHECKED_SIZE })
  }
  if (!game || bucketBits < MIN_BUCKET_BITS || bucketBits > 31 || keyBytes !== keyBytesFor(bucketBits)) {
    throw new FormatError('index/header', {}, { file, offset: 10 })
  }
  const expectedSize =
    HEADER_SIZE +
    bodySize +
    tableSize(2 ** bucketBits) +
    factsSize(gameRange) +
    linesSize +
    linesTableSize(gameRange) +
    capturesSize
  if (fileSize !== expectedSize) {
    throw new FormatError('index/size', { size: fileSize, expected: expectedSize }, { file, offset: fileSize })
  }
  return {
    game,
    symmetric: (flags & FLAG_SYMMETRIC) !== 0,
    bucketBits,
    keyBytes,
    postings,
    statistics,
    keys,
    corners,
    bodySize,
    linesSize,
    capturesSize,
    firstGame,
    gameRange,
    games,
  }
}
