/**
 * What decompresses streams where no faster way is known: gzip, deflate and zstd by fflate and fzstd, bzip2 and xz
 * by decoders of our own (docs/packed.md says why). Node brings its own for the first three.
 */
import { FormatError } from '../../issues/errors.ts'
import { u32le } from '../numbers.ts'
import type { Source } from '../source.ts'
import type { PackedKind } from './kind.ts'

/**
 * Decompresses a source piece by piece: hands on bytes that stay as they are. Rejects with FormatError when the
 * source is damaged, after what comes before.
 */
export type Decompress = (source: Source, write: (bytes: Uint8Array) => void) => Promise<void>

/** A way to decompress each kind of stream. */
export type Decompressors = Readonly<Record<Exclude<PackedKind, 'zip' | 'tar'> | 'deflate', Decompress>>

/** Bytes of a compressed stream taken at once. */
const WINDOW = 1 << 16

/** Decompressors that run everywhere. */
export const PORTABLE_DECOMPRESSORS: Decompressors = {
  async gzip(source, write) {
    const { Gunzip } = await import('fflate')
    let size = 0
    const stream = new Gunzip((bytes) => {
      size += bytes.length
      write(bytes.slice())
    })
    stream.onmember = () => (size = 0)
    pushAll(source, stream)
    // The library takes a last member that is cut short for a whole one; the last bytes state its size.
    const stated = source.read(source.size - 4, source.size)
    if (u32le(stated, 0) !== size % 2 ** 32) throw new FormatError('packed/cut', {}, { file: source.name })
  },
  async deflate(source, write) {
    const { Inflate } = await import('fflate')
    pushAll(source, new Inflate((bytes) => write(bytes.slice())))
  },
  async zstd(source, write) {
    const { Decompress } = await import('fzstd')
    pushAll(source, new Decompress((bytes) => write(bytes.slice())))
  },
  async bzip2(source, write) {
    const { decompressBzip2 } = await import('./bzip2.ts')
    decompressBzip2(source, write)
  },
  async xz(source, write) {
    const { decompressXz } = await import('./xz.ts')
    decompressXz(source, write)
  },
}

/** Hands a source over in windows. What the library throws becomes a FormatError; what `write` throws stays what it is. */
function pushAll(source: Source, stream: { push(chunk: Uint8Array, isLast: boolean): void }): void {
  let at = 0
  try {
    for (; at < source.size; at += WINDOW) {
      stream.push(source.read(at, at + WINDOW).slice(), at + WINDOW >= source.size)
    }
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError('packed/damaged', {}, { file: source.name, offset: at })
  }
}
