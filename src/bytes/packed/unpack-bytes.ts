/** Compressed bytes in memory, unpacked by what every platform brings, up to a limit and as far as they are whole. */
import { joinBytes } from '../resize.ts'

/** What was unpacked. */
export interface UnpackedBytes {
  bytes: Uint8Array<ArrayBuffer>
  /** False where the data are damaged, cut, or longer than the limit: the bytes are then those before that. */
  isWhole: boolean
}

/** Unpacks bytes; their checksum, where they have one, is tested. Never rejects. @param most bytes that they may unpack to */
export async function unpackBytes(packed: Uint8Array, format: CompressionFormat, most: number): Promise<UnpackedBytes> {
  const parts: Uint8Array[] = []
  let size = 0
  let isWhole = true
  const reader = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > most) throw new RangeError('too much is unpacked')
      parts.push(value)
    }
  } catch {
    isWhole = false
    await reader.cancel().catch(() => {})
  }
  return { bytes: joinBytes(parts), isWhole }
}
