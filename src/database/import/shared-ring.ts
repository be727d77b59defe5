/**
 * Memory for what a worker sends: shared with the importer, and used again when that has taken in what it held. Buffers
 * that are handed over would wait for the collectors of both threads, and far more of them than are in use.
 */

/** Values of the mark of a piece. */
const FREE = 0
const SENT = 1

/** Pieces of memory of one worker, which are used in turn. */
export class SharedRing<Memory> {
  private pieces: { memory: Memory; mark: Int32Array }[] = []
  private readonly size: number
  private readonly make: (known: Memory | undefined) => Memory
  private current = -1

  /**
   * @param size how many pieces there are, which bounds what is sent and not taken in yet
   * @param make makes a piece, given the one that was used before, which may do
   */
  constructor(size: number, make: (known: Memory | undefined) => Memory) {
    this.size = size
    this.make = make
  }

  /** The next piece; waits while the importer has it. */
  next(): Memory {
    this.current = (this.current + 1) % this.size
    const known = this.pieces[this.current]
    if (known) Atomics.wait(known.mark, 0, SENT)
    const memory = this.make(known?.memory)
    this.pieces[this.current] = { memory, mark: known?.mark ?? new Int32Array(new SharedArrayBuffer(4)) }
    return memory
  }

  /** Says that the piece is sent, and returns the mark that goes with it. */
  send(): Int32Array {
    const { mark } = this.pieces[this.current]!
    Atomics.store(mark, 0, SENT)
    return mark
  }
}

/** Gives a piece back to its worker. */
export function giveBack(mark: Int32Array): void {
  Atomics.store(mark, 0, FREE)
  Atomics.notify(mark, 0)
}

/** Shared memory of so many bytes, all 0. */
export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size))
}
