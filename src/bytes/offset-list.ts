/** A list of offsets that grows, eight bytes each: files may be longer than 4 GiB. */
export class OffsetList {
  private offsets = new Float64Array(64)
  private count = 0

  get length(): number {
    return this.count
  }

  push(offset: number): void {
    if (this.count === this.offsets.length) {
      const larger = new Float64Array(this.offsets.length * 2)
      larger.set(this.offsets)
      this.offsets = larger
    }
    this.offsets[this.count++] = offset
  }

  /** The offset at an index, which must be in the list. */
  at(index: number): number {
    return this.offsets[index]!
  }
}
