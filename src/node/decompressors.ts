/** The decompressors that Node brings. */
import { constants, createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { PORTABLE_DECOMPRESSORS, zstdFrames, type Decompress, type Decompressors } from '../bytes/packed/index.ts'
import type { Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'

/** Bytes taken at once, and made at once. */
const WINDOW = 1 << 18

/** Furthest that matches of zstd may reach back, as a power of two: what `zstd` itself allows by default. */
const ZSTD_WINDOW = 27

export const NODE_DECOMPRESSORS: Partial<Decompressors> = {
  async gzip(source, write) {
    let done = 0
    const count = (bytes: Uint8Array) => {
      done += bytes.length
      write(bytes)
    }
    try {
      await gunzip(source, count)
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === 'packed/limit') throw error
      // Node keeps back what it had made when it met the damage, or bytes behind the end that gzip ignores.
      await PORTABLE_DECOMPRESSORS.gzip(source, behind(done, write))
      throw error
    }
  },
  deflate: through(() => createInflateRaw({ chunkSize: WINDOW })),
  // Node decompresses the first frame of a file alone.
  async zstd(source, write) {
    for (const frame of zstdFrames(source)) await decompressFrame(frame, write)
  },
}

const gunzip = through(() => createGunzip({ chunkSize: WINDOW }))

const decompressFrame = through(() =>
  createZstdDecompress({ chunkSize: WINDOW, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW } }),
)

function through(makeStream: () => Transform): Decompress {
  return async (source, write) => {
    const stream = makeStream()
    let failure: unknown
    const done = new Promise<void>((resolve) => {
      stream.on('data', (bytes: Uint8Array) => {
        try {
          if (failure === undefined) write(bytes)
          release(bytes)
        } catch (error) {
          failure = error
          stream.destroy()
        }
      })
      stream.on('error', (error) => {
        failure ??= asDamage(error, source, stream)
        resolve()
      })
      stream.on('end', resolve)
      stream.on('close', resolve)
    })
    await feed(stream, source, done)
    await done
    if (failure !== undefined) throw failure
  }
}

/**
 * Frees what a stream made, at once: this thread makes little other garbage, so it would take long to be collected. A
 * stream fills its memory in pieces, and needs it no longer after the last.
 */
function release({ buffer, byteOffset, length }: Uint8Array): void {
  const isFull = buffer.byteLength === WINDOW && byteOffset + length === WINDOW
  if (isFull && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Hands on what comes behind the first bytes. */
function behind(count: number, write: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  let left = count
  return (bytes) => {
    const skipped = Math.min(left, bytes.length)
    left -= skipped
    if (skipped < bytes.length) write(bytes.subarray(skipped))
  }
}

/** Hands a source to a stream as fast as it takes it. */
async function feed(stream: Transform, source: Source, done: Promise<void>): Promise<void> {
  let bytes: Uint8Array | undefined
  for (let at = 0; at < source.size && !stream.destroyed; at += WINDOW) {
    bytes = source.read(at, at + WINDOW, bytes)
    const isTaken = !stream.write(bytes)
    if (isTaken) await Promise.race([once(stream, 'drain'), done])
    else bytes = undefined
  }
  if (!stream.destroyed) stream.end()
}

function asDamage(error: Error, { name, size }: Source, stream: Transform): FormatError {
  const { code } = error as NodeJS.ErrnoException
  const offset = Math.min(size, (stream as Transform & { bytesWritten?: number }).bytesWritten ?? 0)
  const isCut = code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return new FormatError(isCut ? 'packed/cut' : 'packed/damaged', {}, { file: name, offset })
}
