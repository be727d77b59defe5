/**
 * A list of offsets that grows, eight bytes each: files may be longer than 4 GiB. Where threads can share memory, it is
 * in such memory, so that none of them needs a copy.
 */
export class OffsetList {
  private offsets: Float64Array
  private count: number

  /** @param offsets the initial contents; taken over, not copied */
  constructor(offsets: Float64Array = new Float64Array(0)) {
    this.offsets = offsets
    this.count = offsets.length
  }

  /** Number of offsets. */
  get length(): number {
    return this.count
  }

  /** Adds an offset at the end. */
  push(offset: number): void {
    if (this.count === this.offsets.length) {
      const larger = new Float64Array(makeBuffer(Math.max(64, this.offsets.length * 2)))
      larger.set(this.offsets)
      this.offsets = larger
    }
    this.offsets[this.count++] = offset
  }

  /** The offset at an index, which must be in the list. */
  at(index: number): number {
    return this.offsets[index]!
  }

  /** All offsets, as a view that may become stale when more are added. */
  values(): Float64Array {
    return this.offsets.subarray(0, this.count)
  }
}

/** Memory for a number of offsets. Pages have none that can be shared, unless their server isolates them. */
function makeBuffer(count: number): ArrayBufferLike {
  const size = count * Float64Array.BYTES_PER_ELEMENT
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(size) : new SharedArrayBuffer(size)
}
