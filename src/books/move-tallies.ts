/**
 * How often moves were played in positions, and what they earned: a hash table in typed arrays, some 40 bytes for each
 * move of a position. The games of a large database come to many millions of them.
 */

const FEWEST_SLOTS = 1 << 12

export class MoveTallies {
  private size = FEWEST_SLOTS
  private used = 0
  /** Halves of the keys of positions. */
  private high = new Uint32Array(this.size)
  private low = new Uint32Array(this.size)
  private codes = new Uint16Array(this.size)
  /** Games that have the move; 0 where a slot is free. */
  private games = new Uint32Array(this.size)
  /** Half-points of the side that played it. */
  private points = new Uint32Array(this.size)

  /** Adds a game in which a move was played. @param high and low halves of the key of the position */
  add(high: number, low: number, code: number, points: number): void {
    if (this.used * 2 >= this.size) this.grow()
    const slot = this.find(high, low, code)
    if (this.games[slot] === 0) {
      this.used++
      this.high[slot] = high
      this.low[slot] = low
      this.codes[slot] = code
    }
    this.games[slot]!++
    this.points[slot]! += points
  }

  /** Calls a function with every position, by its key, and with its moves that enough games have and that earned points. */
  forEachPosition(
    minGames: number,
    visit: (high: number, low: number, moves: { code: number; points: number }[]) => void,
  ): void {
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

  private grow(): void {
    const { size, high, low, codes, games, points } = this
    this.size *= 2
    this.high = new Uint32Array(this.size)
    this.low = new Uint32Array(this.size)
    this.codes = new Uint16Array(this.size)
    this.games = new Uint32Array(this.size)
    this.points = new Uint32Array(this.size)
    for (let from = 0; from < size; from++) {
      if (games[from] === 0) continue
      const slot = this.find(high[from]!, low[from]!, codes[from]!)
      this.high[slot] = high[from]!
      this.low[slot] = low[from]!
      this.codes[slot] = codes[from]!
      this.games[slot] = games[from]!
      this.points[slot] = points[from]!
    }
  }
}
