/**
 * Statistics as they lie in a bucket: for each key with two postings or more
 * the rest of the key, how many moves, and for each move its code (u16) and
 * nine numbers: games, won by colour 1, drawn, won by colour 2, sum of the
 * ratings of colour 1 and how many were known, the same of colour 2, last
 * year. Numbers without a fixed size take seven bits a byte, the lowest
 * first, and the top bit says that more follow.
 */
import { FACT_SIZE, RESULT_CODES, type GameFacts } from '../facts.ts'
import type { Postings } from './postings.ts'
import { emptyStatistics, type MoveStatistics } from '../statistics.ts'

/** Numbers of a move. */
const NUMBERS = 9

/** Bytes that a move takes at most, with its key before it. */
export const LARGEST_MOVE_STATISTICS = 4 + 4 + 5 + 2 + NUMBERS * 8

/** Writes the statistics of keys: this and the postings are where the time of writing a segment goes. */
export class StatisticsWriter {
  /** Moves that were written. */
  moves = 0
  private readonly restBytes: number
  private readonly restMask: number
  private readonly facts: Uint8Array
  private readonly firstGame: number
  private readonly results = new Uint32Array(256)
  private readonly sums = new Float64Array(NUMBERS)

  /** @param restBytes bytes of the high half that a key has here @param restMask and its bits */
  constructor(restBytes: number, restMask: number, { bytes, firstGame }: GameFacts) {
    this.restBytes = restBytes
    this.restMask = restMask
    this.facts = bytes
    this.firstGame = firstGame
  }

  /**
   * Writes the statistics of a key at an offset of bytes that have room, and returns where they end.
   * @param sorted has the postings of the key from `start` up to `end`: moves stand together, and a game's repetitions too
   */
  write(into: Uint8Array, offset: number, { high, low, game, move }: Postings, start: number, end: number): number {
    let at = putFixed(into, offset, low[start]!, 4)
    at = putFixed(into, at, high[start]! & this.restMask, this.restBytes)
    let different = 1
    for (let index = start + 1; index < end; index++) if (move[index] !== move[index - 1]) different++
    this.moves += different
    at = putNumber(into, at, different)
    for (let from = start; from < end;) {
      let to = from + 1
      while (to < end && move[to] === move[from]) to++
      at = putFixed(into, at, move[from]!, 2)
      at = this.writeMove(into, at, game, from, to)
      from = to
    }
    return at
  }

  /** The sums of a move over its games. */
  private writeMove(into: Uint8Array, offset: number, game: Uint32Array, start: number, end: number): number {
    const { facts, firstGame, results } = this
    let [games, ratingSum1, rated1, ratingSum2, rated2, lastYear] = [0, 0, 0, 0, 0, 0]
    results[RESULT_CODES.first] = 0
    results[RESULT_CODES.draw] = 0
    results[RESULT_CODES.second] = 0
    for (let index = start; index < end; index++) {
      if (index > start && game[index] === game[index - 1]) continue
      const at = (game[index]! - firstGame) * FACT_SIZE
      const rating1 = facts[at]! | (facts[at + 1]! << 8)
      const rating2 = facts[at + 2]! | (facts[at + 3]! << 8)
      const year = facts[at + 4]! | (facts[at + 5]! << 8)
      games++
      results[facts[at + 6]!]!++
      ratingSum1 += rating1
      ratingSum2 += rating2
      rated1 += Number(rating1 > 0)
      rated2 += Number(rating2 > 0)
      if (year > lastYear) lastYear = year
    }
    const { sums } = this
    sums[0] = games
    sums[1] = results[RESULT_CODES.first]!
    sums[2] = results[RESULT_CODES.draw]!
    sums[3] = results[RESULT_CODES.second]!
    sums[4] = ratingSum1
    sums[5] = rated1
    sums[6] = ratingSum2
    sums[7] = rated2
    sums[8] = lastYear
    let at = offset
    for (let sum = 0; sum < NUMBERS; sum++) at = putNumber(into, at, sums[sum]!)
    return at
  }
}

function putFixed(into: Uint8Array, offset: number, value: number, size: number): number {
  for (let byte = 0; byte < size; byte++) into[offset + byte] = value >>> (8 * byte)
  return offset + size
}

/** Writes a number with seven bits a byte. */
function putNumber(into: Uint8Array, offset: number, value: number): number {
  let at = offset
  let rest = value
  // Beyond 32 bits there are no operations on bits.
  while (rest > 0xffff_ffff) {
    into[at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  let bits = rest >>> 0
  while (bits > 0x7f) {
    into[at++] = (bits & 0x7f) | 0x80
    bits >>>= 7
  }
  into[at++] = bits
  return at
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
