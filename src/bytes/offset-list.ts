/** A list of offsets that grows, eight bytes each: files may be longer than 4 GiB. */
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
      const larger = new Float64Array(Math.max(64, this.offsets.length * 2))
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
