/**
 * A file that is compressed as it is written. Sinks take bytes at once and Node's compressing streams do not, so each
 * chunk is compressed by itself: for gzip into blocks of one stream, with the bytes before as the dictionary, as
 * pigz does; for zstd into a frame of its own, as pzstd does. Every program reads both.
 */
import { constants, crc32, deflateRawSync, zstdCompressSync } from 'node:zlib'
import type { Sink } from '../bytes/sink.ts'
import { extension } from '../bytes/source.ts'
import { ByteWriter } from '../bytes/writer.ts'

/** Bytes compressed at once. */
const CHUNK = 1 << 20

/** Bytes before a chunk that deflate can point back to. */
const REACH = 1 << 15

/** Compresses chunk after chunk. */
interface Compressor {
  start(): Uint8Array
  /** @param before the bytes in front of the chunk */
  chunk(bytes: Uint8Array, before: Uint8Array): Uint8Array
  end(): Uint8Array
}

const COMPRESSORS: Readonly<Record<string, () => Compressor>> = {
  '.gz': () => new Gzip(),
  '.zst': () => ({
    start: () => new Uint8Array(0),
    chunk: (bytes) => zstdCompressSync(bytes),
    end: () => new Uint8Array(0),
  }),
}

/** The extensions of files that are compressed as they are written. */
export const COMPRESSED_EXTENSIONS: readonly string[] = Object.keys(COMPRESSORS)

/** A sink before another. Complete it when everything is written. */
export class CompressedSink implements Sink {
  size = 0
  private readonly out: Sink
  private readonly compressor: Compressor
  private readonly gathered = new Uint8Array(REACH + CHUNK)
  /** The gathered bytes begin behind those before them. */
  private start = 0
  private end = 0

  constructor(out: Sink, compressor: Compressor) {
    this.out = out
    this.compressor = compressor
    out.append(compressor.start())
  }

  append(bytes: Uint8Array): void {
    this.size += bytes.length
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + this.gathered.length - this.end)
      this.gathered.set(piece, this.end)
      this.end += piece.length
      at += piece.length
      if (this.end === this.gathered.length) this.compress()
    }
  }

  patch(): never {
    throw new TypeError('what was compressed cannot be changed; the format has to say that it patches')
  }

  complete(): void {
    if (this.end > this.start || this.size === 0) this.compress()
    this.out.append(this.compressor.end())
  }

  private compress(): void {
    const { gathered, start, end } = this
    this.out.append(this.compressor.chunk(gathered.subarray(start, end), gathered.subarray(0, start)))
    this.start = Math.min(REACH, end)
    gathered.copyWithin(0, end - this.start, end)
    this.end = this.start
  }
}

/** A sink that compresses as the name of its file says; undefined when the name says nothing of it. */
export function compressedSink(out: Sink, name: string): CompressedSink | undefined {
  const makeCompressor = COMPRESSORS[extension(name)]
  return makeCompressor && new CompressedSink(out, makeCompressor())
}

/** One member of a gzip file: RFC 1952. */
class Gzip implements Compressor {
  private checksum = 0
  private size = 0

  /** No name and no time, so that the same games make the same file. */
  start(): Uint8Array {
    return Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
  }

  chunk(bytes: Uint8Array, before: Uint8Array): Uint8Array {
    this.checksum = crc32(bytes, this.checksum)
    this.size += bytes.length
    const options = { finishFlush: constants.Z_SYNC_FLUSH }
    return deflateRawSync(bytes, before.length > 0 ? { ...options, dictionary: before } : options)
  }

  /** An empty block that is the last, the checksum and the size. */
  end(): Uint8Array {
    return new ByteWriter()
      .u16le(0x0003)
      .u32le(this.checksum)
      .u32le(this.size % 2 ** 32)
      .bytes()
  }
}
