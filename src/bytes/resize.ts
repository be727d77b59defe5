/** Arrays of numbers that become longer or shorter, or one. */

/**
 * The same numbers in an array of another length, with zeros behind them. The old array is gone, and its memory with it,
 * which would otherwise wait for the collector: of an array that grew step by step, as much again as it has.
 * @param numbers all of an `ArrayBuffer` that nothing else uses
 */
export function resized<Numbers extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const buffer = (numbers.buffer as ArrayBuffer).transfer(length * numbers.BYTES_PER_ELEMENT)
  return new (numbers.constructor as new (buffer: ArrayBuffer) => Numbers)(buffer)
}

/**
 * The same numbers with room for more: the array itself if it has the room, else a copy of at least twice its length, so
 * that adding one number at a time costs little. What was taken from the old array stays as it is.
 */
export function withRoom<Numbers extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const make = numbers.constructor as new (length: number) => Numbers
  const larger = new make(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}

/** Gives the memory of an array back at once, which nothing uses any more. */
export function release(numbers: Parameters<typeof resized>[0]): void {
  resized(numbers, 0)
}

/** The bytes of several arrays one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}
