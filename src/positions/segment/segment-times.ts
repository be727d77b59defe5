/**
 * Times of stones in a segment: for every game of Go of a block, after how many moves each point gets its first stone.
 * A search for a pattern that may stand at many places looks at these, and reads the line of few games (stone-times.ts).
 *
 * ```text
 * times   u32 checksum
 *         for every game number: u16 where its list ends, in entries from the first, u16 u16 the head of its line
 *         for every game number 361 bytes, one for each point of its board
 *         the lists, of entries of 6 bytes: u16 point | colour << 12, u16 when its first stone comes, u16 when that goes
 *
 * byte    0 to 252 after so many moves, a stone of the side whose turn it is then; 253 the point is in the list;
 *         255 never. 254 for the first point: the times of this game are not told
 * ```
 *
 * The head is that of the main line (main-line.ts). In the list 0xffff is never.
 */
import { withRoom } from '../../bytes/resize.ts'
import { FormatError } from '../../issues/errors.ts'
import { LINE_HEAD, SECOND_BEGINS, SQUARE_MASK, STONE_SHIFT } from '../main-line.ts'
import { blockChecksum, BLOCK_GAMES } from './segment-blocks.ts'
import { ANY_COLOUR, COLOUR_BITS, NOT_PLAYED, StoneTimes } from './stone-times.ts'

const CHECKSUM_SIZE = 4
const HEAD_SIZE = 6
/** Points of a usual board; games on larger ones are not told. */
const POINTS = 361
const ENTRY_SIZE = 6

/** Moves that the byte of a point can say: what is above says something else. */
export const LAST_PLY = 252
/** The byte of a point that is in the list of its game. */
export const LISTED = 253
const NOT_TOLD = 254
/** The byte of a point that never has a stone. */
export const NEVER = 255
const NEVER_LISTED = 0xffff

/** Bytes of the times of so many games without their lists. */
export function leastTimesSize(games: number): number {
  return Math.ceil(games / BLOCK_GAMES) * CHECKSUM_SIZE + games * (HEAD_SIZE + POINTS)
}

/** Writes the times of lines, game by game. */
export class TimesWriter {
  private readonly times = new StoneTimes()
  private readonly heads = new Uint16Array(BLOCK_GAMES * LINE_HEAD)
  private readonly ends = new Uint16Array(BLOCK_GAMES)
  private readonly points = new Uint8Array(BLOCK_GAMES * POINTS)
  private entries = new Uint16Array(3 * 1024)
  private count = 0

  constructor() {
    this.clear()
  }

  /** Adds a line. @param index of its game in the block */
  add(index: number, line: Uint16Array): void {
    const { heads, times, points } = this
    const head = line[0]!
    const squares = (head & 0xff) * (head >> 8)
    const men = Math.max(0, (line[1]! & ~SECOND_BEGINS) - 1)
    heads[index * LINE_HEAD] = head
    heads[index * LINE_HEAD + 1] = line[1]!
    const start = LINE_HEAD + men
    const isTold =
      squares <= POINTS && line.length - start < NEVER_LISTED && times.read(line, LINE_HEAD, start, line.length)
    if (!isTold) points[index * POINTS] = NOT_TOLD
    else for (let square = 0; square < squares; square++) this.addPoint(index, square)
    this.ends[index] = this.count
  }

  /** The times of the lines since the last block. @param block its number @param games numbers that it has */
  endBlock(block: number, games: number): Uint8Array {
    const { heads, ends, points, entries, count } = this
    const bytes = new Uint8Array(leastTimesSize(games) + count * ENTRY_SIZE)
    const view = new DataView(bytes.buffer)
    let at = CHECKSUM_SIZE
    let end = 0
    for (let game = 0; game < games; game++, at += HEAD_SIZE) {
      // A number without a game lists nothing.
      end = Math.max(end, ends[game]!)
      view.setUint16(at, end, true)
      view.setUint16(at + 2, heads[game * LINE_HEAD]!, true)
      view.setUint16(at + 4, heads[game * LINE_HEAD + 1]!, true)
    }
    bytes.set(points.subarray(0, games * POINTS), at)
    at += games * POINTS
    for (let word = 0; word < count * 3; word++, at += 2) view.setUint16(at, entries[word]!, true)
    view.setUint32(0, blockChecksum(block, bytes.subarray(CHECKSUM_SIZE)), true)
    this.clear()
    return bytes
  }

  private addPoint(index: number, square: number): void {
    const { stones, gone, base, end } = this.times
    const first = stones[square]!
    if (first >= end) return
    const ply = (first - base) >> COLOUR_BITS
    const colour = first & ANY_COLOUR
    const isUsual = gone[square]! >= end && ply <= LAST_PLY
    if (isUsual && colour === colourAt(ply, this.heads[index * LINE_HEAD + 1]!)) {
      this.points[index * POINTS + square] = ply
      return
    }
    this.points[index * POINTS + square] = LISTED
    this.entries = withRoom(this.entries, (this.count + 1) * 3)
    const at = this.count++ * 3
    this.entries[at] = square | (colour << STONE_SHIFT)
    this.entries[at + 1] = ply
    this.entries[at + 2] = gone[square]! >= end ? NEVER_LISTED : (gone[square]! - base) >> COLOUR_BITS
  }

  private clear(): void {
    this.heads.fill(0)
    this.ends.fill(0)
    this.points.fill(NEVER)
    this.count = 0
  }
}

/** The side that moves after so many moves less one: whose stone comes with the last of them. @param men second word of the line */
function colourAt(ply: number, men: number): number {
  return ((ply & 1) === 1) === ((men & SECOND_BEGINS) === 0) ? 1 : 2
}

/** Times by the byte of a point, from the base of the game: of a side that begins, and of the other. */
const TIMES_OF_BYTES = [0, SECOND_BEGINS].map((men) => {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    return byte > LAST_PLY ? NOT_PLAYED : (byte << COLOUR_BITS) | colourAt(byte, men)
  })
})

/** The times of the games of a block. */
export class BlockTimes {
  readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly games: number

  /**
   * Throws FormatError when they are damaged.
   * @param games numbers that the block has
   * @param isKnown whether they were found whole before
   */
  constructor(
    block: number,
    bytes: Uint8Array,
    games: number,
    place: { file: string; offset: number },
    isKnown: boolean,
  ) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.games = games
    const listsStart = leastTimesSize(games)
    if (bytes.length < listsStart) throw new FormatError('index/damaged', {}, place)
    if (!isKnown && this.view.getUint32(0, true) !== blockChecksum(block, bytes.subarray(CHECKSUM_SIZE))) {
      throw new FormatError('index/checksum', {}, place)
    }
    let before = 0
    for (let game = 0; game < games; game++) {
      const end = this.endOf(game)
      if (end < before) throw new FormatError('index/damaged', {}, place)
      before = end
    }
    if (listsStart + before * ENTRY_SIZE !== bytes.length) throw new FormatError('index/damaged', {}, place)
  }

  /** The first two numbers of the line of a game (main-line.ts). */
  headOf(game: number): [size: number, men: number] {
    const at = CHECKSUM_SIZE + game * HEAD_SIZE
    return [this.view.getUint16(at + 2, true), this.view.getUint16(at + 4, true)]
  }

  /** Where among the bytes those of the points of a game begin. */
  pointsOf(game: number): number {
    return CHECKSUM_SIZE + this.games * HEAD_SIZE + game * POINTS
  }

  /** Whether the times of a game are told. */
  isTold(game: number): boolean {
    return this.bytes[this.pointsOf(game)] !== NOT_TOLD
  }

  /** Loads the times of a game; false where they are not told. */
  load(game: number, times: StoneTimes): boolean {
    const { bytes } = this
    const [size, men] = this.headOf(game)
    const squares = (size & 0xff) * (size >> 8)
    const from = this.pointsOf(game)
    if (squares > POINTS || !this.isTold(game)) return false
    times.begin(NOT_PLAYED)
    const { stones, base } = times
    const timeOf = TIMES_OF_BYTES[(men & SECOND_BEGINS) === 0 ? 0 : 1]!
    for (let square = 0; square < squares; square++) stones[square] = base + timeOf[bytes[from + square]!]!
    this.addListed(game, times)
    return true
  }

  /** Loads the times of those points of a game that are in its list. */
  loadListed(game: number, times: StoneTimes): void {
    times.begin(NOT_PLAYED)
    this.addListed(game, times)
  }

  private addListed(game: number, { stones, gone, base }: StoneTimes): void {
    const { view } = this
    const lists = leastTimesSize(this.games)
    const end = lists + this.endOf(game) * ENTRY_SIZE
    for (let at = lists + (game === 0 ? 0 : this.endOf(game - 1)) * ENTRY_SIZE; at < end; at += ENTRY_SIZE) {
      const point = view.getUint16(at, true)
      const square = point & SQUARE_MASK
      const went = view.getUint16(at + 4, true)
      stones[square] = base + ((view.getUint16(at + 2, true) << COLOUR_BITS) | ((point >> STONE_SHIFT) & ANY_COLOUR))
      if (went !== NEVER_LISTED) gone[square] = base + ((went << COLOUR_BITS) | ANY_COLOUR)
    }
  }

  private endOf(game: number): number {
    return this.view.getUint16(CHECKSUM_SIZE + game * HEAD_SIZE, true)
  }
}
