/**
 * Memory for what a worker sends, chunks of rows above all: shared with the importer, and used again when that has taken
 * in what it held. Buffers that are handed over would wait for the collectors of both threads, and far more of them than
 * are in use.
 */
import { ChunkMemory } from '../schema/row-chunk.ts'

/** Values of the mark of a piece. */
const FREE = 0
const SENT = 1

/** How many pieces there are, of three megabytes or more: few, since who waits for the importer can wait. */
const RING = 3

/** Bytes of texts that are kept for what comes next. */
const KEPT_TEXTS = 1 << 23

/** A piece of memory as it goes from a worker to the next. */
export interface SharedPiece {
  cells: Uint8Array
  texts: Uint8Array
  mark: Int32Array
}

/** Pieces of memory of one worker, which are used in turn. */
export class SharedRing {
  private readonly pieces: { memory: ChunkMemory; mark: Int32Array }[]
  private current = -1

  /** @param left what a worker before has left, in the order in which it was used */
  constructor(left: readonly SharedPiece[] = []) {
    this.pieces = left.map(({ mark, ...parts }) => ({ memory: new ChunkMemory(sharedBytes, parts), mark }))
  }

  /** The next piece; waits while the importer has it. */
  next(): ChunkMemory {
    this.current = (this.current + 1) % RING
    const known = this.pieces[this.current]
    if (!known) return this.addPiece()
    Atomics.wait(known.mark, 0, SENT)
    if (known.memory.texts.length > KEPT_TEXTS) known.memory = new ChunkMemory(sharedBytes)
    return known.memory
  }

  private addPiece(): ChunkMemory {
    const memory = new ChunkMemory(sharedBytes)
    this.pieces.push({ memory, mark: new Int32Array(new SharedArrayBuffer(4)) })
    return memory
  }

  /** Says that the piece is sent, and returns the mark that goes with it. */
  send(): Int32Array {
    const { mark } = this.pieces[this.current]!
    Atomics.store(mark, 0, SENT)
    return mark
  }

  /** All pieces, for the next worker: some may still be with the importer. */
  leave(): SharedPiece[] {
    const next = this.current + 1
    const inTurn = [...this.pieces.slice(next), ...this.pieces.slice(0, next)]
    return inTurn.map(({ memory: { cells, texts }, mark }) => ({ cells, texts, mark }))
  }
}

/** Gives a piece back to its worker. */
export function giveBack(mark: Int32Array): void {
  Atomics.store(mark, 0, FREE)
  Atomics.notify(mark, 0)
}

/** Shared memory of so many bytes, all 0. */
function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size))
}
