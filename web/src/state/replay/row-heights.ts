/** Where rows of different heights stand in a list: measured ones as they are, the others as estimated. */

/** Adds up the heights of rows. */
export function addUp(count: number, heightOf: (place: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1)
  for (let place = 0; place < count; place++) offsets[place + 1] = offsets[place]! + heightOf(place)
  return offsets
}

/** The row at a height, as an index; the first or last one beyond the ends. */
export function rowAt(offsets: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (offsets[middle]! <= top) low = middle
    else high = middle - 1
  }
  return low
}
