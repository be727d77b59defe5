/** The byte order mark or the zeros of UTF-16, or undefined. Returns the encoding's name and the length of its mark. */
export function findUnicodeMark(head: Uint8Array): { encoding: string; length: number } | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', length: 2 }
  // ASCII in UTF-16 has a zero in every pair, always on the same side.
  const pairs = Math.min(32, head.length >> 1)
  let high = 0
  let low = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) high++
    if (head[2 * pair + 1] === 0) low++
  }
  if (pairs >= 4 && low === 0 && high * 4 >= pairs * 3) return { encoding: 'utf-16be', length: 0 }
  if (pairs >= 4 && high === 0 && low * 4 >= pairs * 3) return { encoding: 'utf-16le', length: 0 }
  return undefined
}
