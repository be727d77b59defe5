/**
 * Where a pattern of stones stands by the times at which points get their stones (stone-times.ts): all its stones are
 * there from the last of their times on, and it stands then if its empty points get theirs later.
 */
import { BLOCK_GAMES } from '../positions/segment-blocks.ts'
import type { Shape, StoneBoard } from './stone-board.ts'
import { NEVER, type StoneTimes } from './stone-times.ts'

/** Places and cells of all of them beyond which following the board is faster. */
const MOST_PLACES = 1000
const MOST_CELLS = 1 << 18

/** What a cell may hold: bits for nothing, black, white (pattern.ts). */
const EMPTY = 1

const NO_POINT = 0xffff

/** The places of a pattern on a board, with a stone of one colour in each. */
export class StonePlaces {
  /** Places found, and the times from which on the pattern stands there. */
  readonly found: number[] = []
  readonly times: number[] = []
  readonly shapeOf: Uint16Array
  readonly cellOf: Uint16Array
  /** Places by a stone that they have in common: where each group begins, and its stone (StoneTimes.since). */
  private readonly groups: Uint32Array
  private readonly groupStones: Uint16Array
  /** Their cells: where those of each place begin, squares of the board, and what each may hold. */
  private readonly starts: Uint32Array
  private readonly squares: Uint16Array
  private readonly allowed: Uint8Array
  /** The first stone of each place (StoneTimes.since). */
  private readonly stones: Uint16Array
  /** Places listed for each game of a block, and how many of them. */
  private readonly lists: Uint16Array
  private readonly listed = new Uint16Array(BLOCK_GAMES)
  /** For each place the empty point nearest to its first stone, which decides most often; NO_POINT for none. */
  private readonly nearest: Uint16Array

  /** The places of a pattern; undefined where they are too many, or need no stone of one colour. */
  static of(board: StoneBoard): StonePlaces | undefined {
    const places = placesOf(board)
    if (!places || places.length === 0 || places.some(({ cells }) => !isStone(cells[0]!.allowed))) return undefined
    return new StonePlaces(places)
  }

  private constructor(unordered: readonly Place[]) {
    const places = unordered.toSorted((one, other) => stoneOf(one) - stoneOf(other))
    this.shapeOf = Uint16Array.from(places, ({ shape }) => shape)
    this.cellOf = Uint16Array.from(places, ({ cell }) => cell)
    const groups: number[] = []
    const stones: number[] = []
    const starts = [0]
    for (const [index, place] of places.entries()) {
      if (stones.at(-1) !== stoneOf(place)) {
        groups.push(index)
        stones.push(stoneOf(place))
      }
      starts.push(starts.at(-1)! + place.cells.length)
    }
    this.stones = Uint16Array.from(places, stoneOf)
    this.lists = new Uint16Array(BLOCK_GAMES * places.length)
    this.groups = Uint32Array.from([...groups, places.length])
    this.groupStones = Uint16Array.from(stones)
    this.starts = Uint32Array.from(starts)
    const cells = places.flatMap((place) => place.cells)
    this.squares = Uint16Array.from(cells, ({ square }) => square)
    this.allowed = Uint8Array.from(cells, ({ allowed }) => allowed)
    this.nearest = Uint16Array.from(places, (place) => {
      return place.cells.find(({ allowed }) => allowed === EMPTY)?.square ?? NO_POINT
    })
  }

  /** Lists for each game of a block the places whose stones it had at some time. @param signature that of the block */
  list(signature: Uint32Array): void {
    const { lists, listed, starts, squares, allowed } = this
    const count = this.cellOf.length
    listed.fill(0)
    for (let place = 0; place < count; place++) {
      let [low, high] = [-1, -1]
      const end = starts[place + 1]!
      // Stones come first.
      for (let at = starts[place]!; at < end && (allowed[at]! & EMPTY) === 0; at++) {
        const black = squares[at]! * 4
        const bits = allowed[at]!
        low &= (bits & 2 ? signature[black]! : 0) | (bits & 4 ? signature[black + 2]! : 0)
        high &= (bits & 2 ? signature[black + 1]! : 0) | (bits & 4 ? signature[black + 3]! : 0)
      }
      for (; low !== 0; low &= low - 1) {
        const game = 31 - Math.clz32(low & -low)
        lists[game * count + listed[game]!++] = place
      }
      for (; high !== 0; high &= high - 1) {
        const game = 63 - Math.clz32(high & -high)
        lists[game * count + listed[game]!++] = place
      }
    }
  }

  /**
   * Finds the places at which the pattern stands, each with the first time. False where the times do not tell: a stone
   * went that is looked at.
   * @param game index in the block for which places were listed; all places are looked at when left out
   */
  find(times: StoneTimes, game?: number): boolean {
    this.found.length = 0
    this.times.length = 0
    return game === undefined ? this.findAnywhere(times) : this.findListed(times, game)
  }

  private findListed(times: StoneTimes, game: number): boolean {
    const { lists, listed, stones, nearest } = this
    const { since, first, gone } = times
    const from = game * this.cellOf.length
    const to = from + listed[game]!
    for (let at = from; at < to; at++) {
      const place = lists[at]!
      const time = since[stones[place]!]!
      if (time === NEVER) continue
      const point = nearest[place]!
      if (point !== NO_POINT && first[point]! <= time && gone[point] === NEVER) continue
      if (!this.look(place, time, times)) return false
    }
    return true
  }

  private findAnywhere(times: StoneTimes): boolean {
    const { groups, groupStones, nearest } = this
    const { since, first, gone } = times
    for (let group = 0; group < groupStones.length; group++) {
      const time = since[groupStones[group]!]!
      if (time === NEVER) continue
      const end = groups[group + 1]!
      for (let place = groups[group]!; place < end; place++) {
        const point = nearest[place]!
        if (point !== NO_POINT && first[point]! <= time && gone[point] === NEVER) continue
        if (!this.look(place, time, times)) return false
      }
    }
    return true
  }

  /** Looks at a place whose first stone may stand from a time on. False where the times do not tell. */
  private look(place: number, time: number, { first, colour, gone, since }: StoneTimes): boolean {
    const { starts, squares, allowed } = this
    const from = starts[place]!
    const to = starts[place + 1]!
    let last = time
    let at = from + 1
    // Stones come first: the pattern stands when the last of them is there, not before.
    for (; at < to; at++) {
      const bits = allowed[at]!
      if ((bits & EMPTY) !== 0) break
      const square = squares[at]!
      const own = bits === 6 ? first[square]! : since[square * 2 + (bits >> 1) - 1]!
      if (own === NEVER) return true
      if (own > last) last = own
    }
    let isSure = true
    for (; at < to; at++) {
      const square = squares[at]!
      if (first[square]! > last) continue
      const isAllowed = ((allowed[at]! >> colour[square]!) & 1) === 1
      // What is wrong there stays, or may go.
      if (isAllowed ? gone[square]! <= last : gone[square] !== NEVER) isSure = false
      else if (!isAllowed) return true
    }
    for (at = from; isSure && at < to; at++) {
      const bits = allowed[at]!
      if ((bits & EMPTY) !== 0) break
      const square = squares[at]!
      if (((bits >> colour[square]!) & 1) === 0 || gone[square]! <= last) isSure = false
    }
    if (!isSure) return false
    this.found.push(place)
    this.times.push(last)
    return true
  }
}

/** The first move within a rectangle after a time, as its square and time; undefined where the times do not tell. */
export function nextWithin(
  { columns, rows }: Pick<Shape, 'columns' | 'rows'>,
  left: number,
  top: number,
  boardColumns: number,
  time: number,
  { first, gone }: StoneTimes,
): { square: number; time: number } | undefined {
  let next = NEVER
  let at = 0
  let replayed = NEVER
  for (let row = 0; row < rows; row++) {
    const start = (top + row) * boardColumns + left
    for (let square = start; square < start + columns; square++) {
      const own = first[square]!
      if (own > time && own < next) {
        next = own
        at = square
      }
      if (gone[square]! < replayed) replayed = gone[square]!
    }
  }
  // Where a stone is gone, another may be played whose time is not known.
  return replayed < next ? undefined : { square: at, time: next }
}

interface PlaceCell {
  square: number
  allowed: number
}

/** A place of an orientation, its stones first. */
interface Place {
  shape: number
  cell: number
  cells: PlaceCell[]
}

function isStone(allowed: number): boolean {
  return allowed === 2 || allowed === 4
}

/** Stones of one colour, stones of any, then what may be empty. */
function rank({ allowed }: PlaceCell): number {
  return isStone(allowed) ? 0 : (allowed & EMPTY) === 0 ? 1 : 2
}

/** Where the time of the first stone of a place is (StoneTimes.since). */
function stoneOf({ cells }: Place): number {
  const { square, allowed } = cells[0]!
  return square * 2 + (allowed >> 1) - 1
}

/** All places on a board, those with the same cells once; undefined when they are too many. */
function placesOf({ shapes, columns, stride }: StoneBoard): Place[] | undefined {
  const places = new Map<number, Place>()
  let count = 0
  for (const [shape, { places: allowedPlaces, offsets, allowed, kind }] of shapes.entries()) {
    for (const [cell, isPlace] of allowedPlaces.entries()) {
      const key = cell * shapes.length + kind
      if (isPlace === 0 || places.has(key)) continue
      count += offsets.length
      if (places.size === MOST_PLACES || count > MOST_CELLS) return undefined
      const cells = Array.from(offsets, (offset, index): PlaceCell => {
        const at = cell + offset
        return { square: (Math.floor(at / stride) - 1) * columns + (at % stride) - 1, allowed: allowed[index]! }
      })
      // Points near the stones are the first to be occupied.
      const [stone] = cells
      const distance = ({ square }: PlaceCell) =>
        Math.abs((square % columns) - (stone!.square % columns)) +
        Math.abs(Math.floor(square / columns) - Math.floor(stone!.square / columns))
      cells.sort((one, other) => rank(one) - rank(other) || distance(one) - distance(other))
      places.set(key, { shape, cell, cells })
    }
  }
  return [...places.values()]
}
