/**
 * A list of offsets that grows, eight bytes each: files may be longer than 4 GiB. It can be shared with other threads,
 * so that none of them needs a copy.
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
    if (this.count === this.offsets.length) this.offsets = withRoom(this.offsets, Math.max(64, this.count * 2))
    this.offsets[this.count++] = offset
  }

  /** The offset at an index, which must be in the list. */
  at(index: number): number {
    return this.offsets[index]!
  }

  /** All offsets, in memory that threads share where they can. They may become stale when more are added. */
  share(): Float64Array {
    const { offsets, count } = this
    // Pages have no such memory, unless their server isolates them.
    if (typeof SharedArrayBuffer === 'undefined' || offsets.buffer instanceof SharedArrayBuffer) {
      return offsets.subarray(0, count)
    }
    const shared = new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT))
    shared.set(offsets.subarray(0, count))
    this.offsets = shared
    if (isWhole(offsets)) offsets.buffer.transfer(0)
    return shared
  }
}

/** The same offsets with room for more. The memory is handed over, so that the old one does not wait for the collector. */
function withRoom(offsets: Float64Array, count: number): Float64Array {
  if (isWhole(offsets)) return new Float64Array(offsets.buffer.transfer(count * Float64Array.BYTES_PER_ELEMENT))
  const larger = new Float64Array(count)
  larger.set(offsets)
  return larger
}

function isWhole(offsets: Float64Array): offsets is Float64Array<ArrayBuffer> {
  return offsets.buffer instanceof ArrayBuffer && offsets.byteLength === offsets.buffer.byteLength
}
