/**
 * What decompresses streams where no faster way is known: gzip, deflate and zstd by fflate and fzstd, bzip2 and xz
 * by decoders of our own (docs/packed.md says why). Node brings its own for the first three.
 */
import { FormatError } from '../../issues/errors.ts'
import { u32le } from '../numbers.ts'
import type { Source } from '../source.ts'
import type { PackedKind } from './kind.ts'
import { pushAll } from './push.ts'

/**
 * Decompresses a source piece by piece: hands on bytes that stay as they are. Rejects with FormatError when the
 * source is damaged, after what comes before.
 */
export type Decompress = (source: Source, write: (bytes: Uint8Array) => void) => Promise<void>

/** A way to decompress each kind of stream. */
export type Decompressors = Readonly<Record<Exclude<PackedKind, 'zip' | 'tar'> | 'deflate', Decompress>>

/** Decompressors that run everywhere. */
export const PORTABLE_DECOMPRESSORS: Decompressors = {
  async gzip(source, write) {
    const { Gunzip } = await import('fflate')
    let size = 0
    const count = (bytes: Uint8Array) => {
      size += bytes.length
      write(bytes)
    }
    pushAll(source, count, (take) => {
      const stream = new Gunzip(take)
      stream.onmember = () => (size = 0)
      return stream
    })
    // The library takes a last member that is cut short for a whole one; the last bytes state its size.
    const stated = source.read(source.size - 4, source.size)
    if (u32le(stated, 0) !== size % 2 ** 32) throw new FormatError('packed/cut', {}, { file: source.name })
  },
  async deflate(source, write) {
    const { inflate } = await import('./inflate.ts')
    inflate(source, write)
  },
  async zstd(source, write) {
    const { Decompress } = await import('fzstd')
    pushAll(source, write, (take) => new Decompress(take))
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
