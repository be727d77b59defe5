/** What a scan finds: rows of numbers in typed arrays, which workers hand over without copying them. */

/** Hits, the first `count` of each array. */
export class Hits {
  count = 0
  /** Moves that are kept after each hit. */
  readonly depth: number
  /** Number of the game. */
  games = new Uint32Array(64)
  /** Moves played when the pattern stands for the first time at its place. */
  plies = new Uint16Array(64)
  /** Orientation (orientation.ts). */
  orientations = new Uint8Array(64)
  /** Square of the board, row by row, at which the top left corner of the turned pattern lies. */
  places = new Uint16Array(64)
  /** Moves from the hit to the first move within the pattern: 1 when it follows at once; 0 when there is none. */
  distances = new Uint16Array(64)
  /**
   * Moves within the pattern that follow, `depth` for each hit, 0 for none. Stones: square of the drawn pattern, row by
   * row, and the colour as it is drawn << 12. Men: code of the move | number of the man << 16.
   */
  next: Uint32Array

  constructor(depth: number) {
    this.depth = depth
    this.next = new Uint32Array(64 * depth)
  }

  /** Adds a hit and returns its row; what follows it is added later. */
  add(game: number, ply: number, orientation: number, place: number): number {
    if (this.count === this.games.length) this.grow(this.count * 2)
    const row = this.count++
    this.games[row] = game
    this.plies[row] = ply
    this.orientations[row] = orientation
    this.places[row] = place
    this.distances[row] = 0
    // The call that fills an array takes longer than these few numbers.
    const { next, depth } = this
    for (let at = row * depth; at < (row + 1) * depth; at++) next[at] = 0
    return row
  }

  /** Adds hits that come from elsewhere, such as a worker. */
  append(other: HitArrays): void {
    const { count } = other
    const needed = this.count + count
    if (needed > this.games.length) this.grow(Math.max(needed, this.games.length * 2))
    this.games.set(other.games.subarray(0, count), this.count)
    this.plies.set(other.plies.subarray(0, count), this.count)
    this.orientations.set(other.orientations.subarray(0, count), this.count)
    this.places.set(other.places.subarray(0, count), this.count)
    this.distances.set(other.distances.subarray(0, count), this.count)
    this.next.set(other.next.subarray(0, count * this.depth), this.count * this.depth)
    this.count = needed
  }

  /** Keeps the rows that pass a test, in their order. */
  keep(passes: (row: number) => boolean): void {
    let kept = 0
    for (let row = 0; row < this.count; row++) {
      if (!passes(row)) continue
      if (kept < row) this.move(row, kept)
      kept++
    }
    this.count = kept
  }

  /** Forgets all; the memory stays. */
  clear(): void {
    this.count = 0
  }

  /** The hits in arrays of their own, as long as they need to be. */
  take(): HitArrays {
    const { count, depth } = this
    return {
      count,
      games: this.games.slice(0, count),
      plies: this.plies.slice(0, count),
      orientations: this.orientations.slice(0, count),
      places: this.places.slice(0, count),
      distances: this.distances.slice(0, count),
      next: this.next.slice(0, count * depth),
    }
  }

  private move(from: number, to: number): void {
    const { depth } = this
    this.games[to] = this.games[from]!
    this.plies[to] = this.plies[from]!
    this.orientations[to] = this.orientations[from]!
    this.places[to] = this.places[from]!
    this.distances[to] = this.distances[from]!
    this.next.copyWithin(to * depth, from * depth, (from + 1) * depth)
  }

  private grow(capacity: number): void {
    this.games = enlarged(this.games, new Uint32Array(capacity))
    this.plies = enlarged(this.plies, new Uint16Array(capacity))
    this.orientations = enlarged(this.orientations, new Uint8Array(capacity))
    this.places = enlarged(this.places, new Uint16Array(capacity))
    this.distances = enlarged(this.distances, new Uint16Array(capacity))
    this.next = enlarged(this.next, new Uint32Array(capacity * this.depth))
  }
}

/** The arrays of some hits. */
export interface HitArrays {
  count: number
  games: Uint32Array
  plies: Uint16Array
  orientations: Uint8Array
  places: Uint16Array
  distances: Uint16Array
  next: Uint32Array
}

function enlarged<Numbers extends Uint8Array | Uint16Array | Uint32Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers)
  return larger
}
