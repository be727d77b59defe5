/** Inflates zlib data with what every platform brings, up to a limit and as far as they are whole. */

/** What was inflated; it is not whole where the data are damaged, cut or longer than the limit. */
export interface Inflated {
  content: Uint8Array
  isWhole: boolean
}

/** Inflates data with a zlib header. Never rejects. */
export async function inflate(data: Uint8Array, limit: number): Promise<Inflated> {
  const parts: Uint8Array[] = []
  let size = 0
  let isWhole = true
  const reader = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      size += value.length
      if (size > limit) throw new RangeError('too much is inflated')
    }
  } catch {
    isWhole = false
    await reader.cancel().catch(() => {})
  }
  const content = new Uint8Array(size)
  let end = 0
  for (const part of parts) {
    content.set(part, end)
    end += part.length
  }
  return { content, isWhole }
}
