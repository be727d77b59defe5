/**
 * A source read through a few pages held in memory: many small reads near each other cost one read of the file, and
 * memory use does not depend on the length of the file.
 */
import type { Source } from './source.ts'

export class CachedSource implements Source {
  readonly name: string
  readonly size: number
  private readonly source: Source
  private readonly pageSize: number
  private readonly slots: Uint8Array[] = []
  /** Page number held by each slot. */
  private readonly held: number[] = []
  private readonly slotOf = new Map<number, number>()
  private readonly capacity: number
  private oldest = 0
  private lastPage = -1
  private lastBytes: Uint8Array = new Uint8Array(0)

  /**
   * @param pageSize bytes per read of the file
   * @param capacity the number of pages held; the oldest is dropped first
   */
  constructor(source: Source, pageSize = 1 << 16, capacity = 16) {
    this.name = source.name
    this.size = source.size
    this.source = source
    this.pageSize = pageSize
    this.capacity = capacity
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const page = Math.floor(from / this.pageSize)
    const pageStart = page * this.pageSize
    if (to <= pageStart + this.pageSize) return this.page(page).subarray(from - pageStart, to - pageStart)
    if (to - from > this.pageSize) return this.source.read(from, to)
    const joined = new Uint8Array(to - from)
    const head = this.page(page).subarray(from - pageStart)
    joined.set(head)
    joined.set(this.page(page + 1).subarray(0, joined.length - head.length), head.length)
    return joined
  }

  private page(number: number): Uint8Array {
    if (number === this.lastPage) return this.lastBytes
    let slot = this.slotOf.get(number)
    if (slot === undefined) {
      slot = this.slots.length < this.capacity ? this.slots.length : this.oldest
      if (this.slots.length === this.capacity) {
        this.slotOf.delete(this.held[slot]!)
        this.oldest = (this.oldest + 1) % this.capacity
      }
      this.slots[slot] = this.source.read(number * this.pageSize, (number + 1) * this.pageSize)
      this.held[slot] = number
      this.slotOf.set(number, slot)
    }
    this.lastPage = number
    this.lastBytes = this.slots[slot]!
    return this.lastBytes
  }
}
