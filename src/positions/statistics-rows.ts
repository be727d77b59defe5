/**
 * Statistics as they lie in a bucket: for each key with two postings or more
 * the rest of the key, how many moves, and for each move its code (u16) and
 * nine numbers: games, won by colour 1, drawn, won by colour 2, sum of the
 * ratings of colour 1 and how many were known, the same of colour 2, last
 * year. Numbers without a fixed size take seven bits a byte, the lowest
 * first, and the top bit says that more follow.
 */
import { emptyStatistics, type MoveStatistics } from './statistics.ts'

/** Bytes that a move takes at most. */
const LARGEST_ROW = 2 + 9 * 8

/** Gathers the statistics of one bucket. */
export class StatisticsRows {
  private readonly restBytes: number
  private buffer = new Uint8Array(4096)
  private end = 0

  /** @param restBytes bytes of the high half that a key has here */
  constructor(restBytes: number) {
    this.restBytes = restBytes
  }

  get length(): number {
    return this.end
  }

  /** Adds a key; its moves must follow, of which there is room for now. */
  addKey(low: number, rest: number, moves: number): void {
    const needed = this.end + 16 + moves * LARGEST_ROW
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(needed * 2)
      larger.set(this.buffer)
      this.buffer = larger
    }
    this.putFixed(low, 4)
    this.putFixed(rest, this.restBytes)
    this.put(moves)
  }

  addMove(row: MoveStatistics): void {
    this.putFixed(row.move, 2)
    this.put(row.games)
    this.put(row.first)
    this.put(row.draws)
    this.put(row.second)
    this.put(row.ratingSum1)
    this.put(row.rated1)
    this.put(row.ratingSum2)
    this.put(row.rated2)
    this.put(row.lastYear)
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.end)
  }

  clear(): void {
    this.end = 0
  }

  private putFixed(value: number, size: number): void {
    for (let byte = 0; byte < size; byte++) this.buffer[this.end++] = value >>> (8 * byte)
  }

  private put(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.buffer[this.end++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.buffer[this.end++] = rest
  }
}

/**
 * The statistics of one key among those of its bucket; empty when it has none.
 * Throws RangeError when the bytes end too early.
 */
export function findStatistics(bytes: Uint8Array, restBytes: number, low: number, rest: number): MoveStatistics[] {
  let at = 0
  const fixed = (size: number): number => {
    if (at + size > bytes.length) throw new RangeError('statistics end too early')
    let value = 0
    for (let byte = 0; byte < size; byte++) value += bytes[at++]! * 2 ** (8 * byte)
    return value
  }
  const number = (): number => {
    let value = 0
    for (let factor = 1; factor <= 2 ** 49; factor *= 0x80) {
      const byte = fixed(1)
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    throw new RangeError('a number of statistics is too long')
  }
  const rows: MoveStatistics[] = []
  while (at < bytes.length) {
    const zobristLow = fixed(4)
    const isWanted = fixed(restBytes) === rest && zobristLow === low
    const moves = number()
    for (let index = 0; index < moves; index++) {
      const row = emptyStatistics(fixed(2))
      row.games = number()
      row.first = number()
      row.draws = number()
      row.second = number()
      row.ratingSum1 = number()
      row.rated1 = number()
      row.ratingSum2 = number()
      row.rated2 = number()
      row.lastYear = number()
      if (isWanted) rows.push(row)
    }
    if (isWanted) return rows
  }
  return rows
}
