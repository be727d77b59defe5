/**
 * How often moves were played in positions, and what they earned: a hash table in typed arrays, some 40 bytes for each
 * move of a position. The games of a large database come to many millions of them: when the table is full, it is
 * written to a file in pieces by the first bits of the keys, and in the end a table is made of each piece in turn.
 */
import type { Scratch } from '../bytes/sink.ts'

const FEWEST_SLOTS = 1 << 12

/** Slots of the largest table where there is a file to write it to: 75 MB. */
const MOST_SLOTS = 1 << 22

/** Pieces by the first bits of the keys. */
const PIECE_BITS = 8
const PIECES = 1 << PIECE_BITS

/** Words of 32 bits of a move in the file: the key, the code, the games, the points. */
const ROW_WORDS = 5
const ROW_SIZE = ROW_WORDS * 4

/** A move of a position and its half-points. */
export interface TalliedMove {
  code: number
  points: number
}

/** Where tallies go that have no room in memory. */
export interface TallyStore {
  /** Makes the file, which is freed in the end. */
  scratch: () => Scratch
  /** Slots of the largest table, a power of two. */
  mostSlots?: number
}

export class MoveTallies {
  private table = new TallyTable(FEWEST_SLOTS)
  private readonly store: TallyStore | undefined
  private file: Scratch | undefined
  /** Where the pieces of each table begin that was written, and where the last one ends. */
  private readonly written: Float64Array[] = []

  /** @param store where tallies go that have no room in memory; without it they all stay there */
  constructor(store?: TallyStore) {
    this.store = store
  }

  /** Adds a game in which a move was played. @param high and low halves of the key of the position */
  add(high: number, low: number, code: number, points: number): void {
    const { table, store } = this
    if (table.isFull) {
      if (store && table.size >= (store.mostSlots ?? MOST_SLOTS)) this.write(store)
      else this.table = table.grown()
    }
    this.table.add(high, low, code, 1, points)
  }

  /**
   * Calls a function with every position, by its key, and with its moves that enough games have and that earned points.
   * Nothing can be added or asked afterwards.
   */
  forEachPosition(minGames: number, visit: (high: number, low: number, moves: TalliedMove[]) => void): void {
    const { file, store } = this
    if (!file || !store) return this.table.forEachPosition(minGames, visit)
    try {
      this.write(store)
      // Pieces are small.
      this.table = new TallyTable(FEWEST_SLOTS)
      for (let piece = 0; piece < PIECES; piece++) this.readPiece(file, piece).forEachPosition(minGames, visit)
    } finally {
      file.close()
    }
  }

  /** Writes the table and begins again. */
  private write({ scratch }: TallyStore): void {
    this.file ??= scratch()
    const starts = new Float64Array(PIECES + 1)
    for (const [piece, bytes] of this.table.pieces().entries()) {
      starts[piece] = this.file.size
      this.file.append(bytes)
    }
    starts[PIECES] = this.file.size
    this.written.push(starts)
    this.table.clear()
  }

  /** The table of all moves of a piece. */
  private readPiece(file: Scratch, piece: number): TallyTable {
    let { table } = this
    table.clear()
    for (const starts of this.written) {
      const [start, end] = [starts[piece]!, starts[piece + 1]!]
      const words = new Uint32Array((end - start) / 4)
      new Uint8Array(words.buffer).set(file.read(start, end))
      for (let at = 0; at < words.length; at += ROW_WORDS) {
        if (table.isFull) table = table.grown()
        table.add(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!, words[at + 4]!)
      }
    }
    this.table = table
    return table
  }
}

/** Moves with their games and points. */
class TallyTable {
  readonly size: number
  private used = 0
  /** Halves of the keys of positions. */
  private readonly high: Uint32Array
  private readonly low: Uint32Array
  private readonly codes: Uint16Array
  /** Games that have the move; 0 where a slot is free. */
  private readonly games: Uint32Array
  /** Half-points of the side that played it. */
  private readonly points: Uint32Array

  /** @param size slots, a power of two */
  constructor(size: number) {
    this.size = size
    this.high = new Uint32Array(size)
    this.low = new Uint32Array(size)
    this.codes = new Uint16Array(size)
    this.games = new Uint32Array(size)
    this.points = new Uint32Array(size)
  }

  /** Whether another move would take too long to find a slot. */
  get isFull(): boolean {
    return this.used * 2 >= this.size
  }

  add(high: number, low: number, code: number, games: number, points: number): void {
    const slot = this.find(high, low, code)
    if (this.games[slot] === 0) {
      this.used++
      this.high[slot] = high
      this.low[slot] = low
      this.codes[slot] = code
    }
    this.games[slot]! += games
    this.points[slot]! += points
  }

  /** The same with twice the slots. */
  grown(): TallyTable {
    const larger = new TallyTable(this.size * 2)
    for (let slot = 0; slot < this.size; slot++) {
      const games = this.games[slot]!
      if (games > 0) larger.add(this.high[slot]!, this.low[slot]!, this.codes[slot]!, games, this.points[slot]!)
    }
    return larger
  }

  clear(): void {
    this.games.fill(0)
    this.points.fill(0)
    this.used = 0
  }

  /** All moves as bytes in the order of this machine, those whose keys begin alike together. */
  pieces(): Uint8Array[] {
    const { high, low, codes, games, points } = this
    const pieceOf = (slot: number) => high[slot]! >>> (32 - PIECE_BITS)
    const counts = new Uint32Array(PIECES)
    for (let slot = 0; slot < this.size; slot++) if (games[slot]! > 0) counts[pieceOf(slot)]!++
    const rows = new Uint32Array(this.used * ROW_WORDS)
    const next = new Uint32Array(PIECES)
    for (let piece = 1; piece < PIECES; piece++) next[piece] = next[piece - 1]! + counts[piece - 1]!
    const ends = next.map((start, piece) => start + counts[piece]!)
    for (let slot = 0; slot < this.size; slot++) {
      if (games[slot] === 0) continue
      const at = next[pieceOf(slot)]!++ * ROW_WORDS
      rows[at] = high[slot]!
      rows[at + 1] = low[slot]!
      rows[at + 2] = codes[slot]!
      rows[at + 3] = games[slot]!
      rows[at + 4] = points[slot]!
    }
    return Array.from(ends, (end, piece) => {
      return new Uint8Array(rows.buffer, (end - counts[piece]!) * ROW_SIZE, counts[piece]! * ROW_SIZE)
    })
  }

  /** Calls a function with every position, in order of the keys. */
  forEachPosition(minGames: number, visit: (high: number, low: number, moves: TalliedMove[]) => void): void {
    const { high, low, codes, games, points } = this
    const all = new Uint32Array(this.used)
    let count = 0
    for (let slot = 0; slot < this.size; slot++) {
      if (games[slot]! >= minGames && points[slot]! > 0) all[count++] = slot
    }
    const slots = all.subarray(0, count)
    slots.sort((one, other) => high[one]! - high[other]! || low[one]! - low[other]!)
    for (let from = 0, to = 0; from < slots.length; from = to) {
      const first = slots[from]!
      while (to < slots.length && high[slots[to]!] === high[first] && low[slots[to]!] === low[first]) to++
      const moves = Array.from(slots.subarray(from, to), (slot) => ({ code: codes[slot]!, points: points[slot]! }))
      visit(high[first]!, low[first]!, moves)
    }
  }

  /** The slot of a move, or the free one where it belongs. */
  private find(high: number, low: number, code: number): number {
    const last = this.size - 1
    // Keys are random numbers; what remains is to keep the moves of one position apart.
    let slot = (low ^ Math.imul(code, 0x9e3779b1)) & last
    for (; this.games[slot] !== 0; slot = (slot + 1) & last) {
      if (this.low[slot] === low && this.high[slot] === high && this.codes[slot] === code) break
    }
    return slot
  }
}
