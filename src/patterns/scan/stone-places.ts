/**
 * Where a pattern of stones stands by the times at which points get their stones (stone-times.ts): all its stones are
 * there from the last of their times on, and it stands then if its empty points get theirs later.
 */
import { SQUARE_MASK } from '../../positions/main-line.ts'
import type { Shape, StoneBoard } from './stone-board.ts'
import { ANY_COLOUR, type StoneTimes } from '../../positions/segment/stone-times.ts'

/** Places and cells of all of them beyond which following the board is faster. */
const MOST_PLACES = 1000
const MOST_CELLS = 1 << 18

/** What a cell may hold: bits for nothing, black, white (pattern.ts). */
export const EMPTY = 1
export const ANY_STONE = 6

/** Points at which it is decided at once that most places fall away: two stones, and the nearest points that are empty. */
export const PROBE_STONES = 2
const PROBE_POINTS = 8
export const PROBE = PROBE_STONES * 2 + PROBE_POINTS
/** A square that no board has and no stone comes to. */
export const NO_POINT = SQUARE_MASK

/** The places of a pattern on a board, with a stone of one colour in each. */
export class StonePlaces {
  /** Places found, and after how many moves the pattern stands there first. */
  readonly found: number[] = []
  readonly plies: number[] = []
  readonly shapeOf: Uint16Array
  readonly cellOf: Uint16Array
  /** Places by a stone that they have in common: where each group begins. */
  private readonly groups: Uint32Array
  /** Their cells: where those of each place begin, squares of the board, and what each may hold. */
  readonly starts: Uint32Array
  readonly squares: Uint16Array
  readonly allowed: Uint8Array
  /** For each place the square and the colour of two stones of one colour, and the empty points nearest to the first. */
  readonly probes: Uint16Array

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
    const starts = [0]
    for (const [index, place] of places.entries()) {
      if (index === 0 || stoneOf(places[index - 1]!) !== stoneOf(place)) groups.push(index)
      starts.push(starts.at(-1)! + place.cells.length)
    }
    this.probes = Uint16Array.from(places.flatMap(probesOf))
    this.groups = Uint32Array.from([...groups, places.length])
    this.starts = Uint32Array.from(starts)
    const cells = places.flatMap((place) => place.cells)
    this.squares = Uint16Array.from(cells, ({ square }) => square)
    this.allowed = Uint8Array.from(cells, ({ allowed }) => allowed)
  }

  /**
   * Finds the places at which the pattern stands, each with the first time. False where the times do not tell: a stone
   * went that is looked at.
   * @param listed places that are looked at (listed-places.ts); all when left out
   */
  find(times: StoneTimes, listed?: Uint16Array): boolean {
    this.found.length = 0
    this.plies.length = 0
    return listed ? listed.every((place) => this.look(place, times)) : this.findAnywhere(times)
  }

  private findAnywhere(times: StoneTimes): boolean {
    const { groups, probes } = this
    for (let group = 0; group + 1 < groups.length; group++) {
      const from = groups[group]!
      const to = groups[group + 1]!
      if (times.since(probes[from * PROBE]!, probes[from * PROBE + 1]!) >= times.end) continue
      for (let place = from; place < to; place++) {
        if (this.mayStand(place, times) && !this.look(place, times)) return false
      }
    }
    return true
  }

  /** Whether the probes of a place allow the pattern there: none of the points has its stone before the stones. */
  private mayStand(place: number, { stones, gone, end }: StoneTimes): boolean {
    const { probes } = this
    let last = 0
    let at = place * PROBE
    for (const points = at + PROBE_STONES * 2; at < points; at += 2) {
      const square = probes[at]!
      const first = stones[square]!
      if (first >= end) return false
      const time = (first & ANY_COLOUR) === probes[at + 1] ? first | ANY_COLOUR : gone[square]!
      if (time > last) last = time
    }
    if (last >= end) return false
    for (const to = at + PROBE_POINTS; at < to; at++) {
      const point = probes[at]!
      if (stones[point]! <= last && gone[point]! >= end) return false
    }
    return true
  }

  /** Looks at a place. False where the times do not tell. */
  private look(place: number, times: StoneTimes): boolean {
    const { starts, squares, allowed } = this
    const { stones, gone, end } = times
    const from = starts[place]!
    const to = starts[place + 1]!
    let last = 0
    let at = from
    // Stones come first: the pattern stands when the last of them is there, not before.
    for (; at < to; at++) {
      const bits = allowed[at]!
      if ((bits & EMPTY) !== 0) break
      const square = squares[at]!
      const own = bits === ANY_STONE ? stones[square]! | ANY_COLOUR : times.since(square, bits >> 1)
      if (own >= end) return true
      if (own > last) last = own
    }
    let isSure = true
    for (; at < to; at++) {
      const square = squares[at]!
      const first = stones[square]!
      if (first > last) continue
      const isAllowed = ((allowed[at]! >> (first & ANY_COLOUR)) & 1) === 1
      // What is wrong there stays, or may go.
      if (isAllowed ? gone[square]! <= last : gone[square]! < end) isSure = false
      else if (!isAllowed) return true
    }
    for (at = from; isSure && at < to; at++) {
      const bits = allowed[at]!
      if ((bits & EMPTY) !== 0) break
      const square = squares[at]!
      if (((bits >> (stones[square]! & ANY_COLOUR)) & 1) === 0 || gone[square]! <= last) isSure = false
    }
    if (!isSure) return false
    this.found.push(place)
    this.plies.push(times.plyOf(last))
    return true
  }
}

/**
 * The first move within a rectangle after a number of moves, as its square and time, `end` when there is none; undefined
 * where the times do not tell.
 */
export function nextWithin(
  { columns, rows }: Pick<Shape, 'columns' | 'rows'>,
  left: number,
  top: number,
  boardColumns: number,
  ply: number,
  times: StoneTimes,
): { square: number; time: number } | undefined {
  const { stones, gone, end } = times
  const time = times.afterPly(ply)
  let next = end
  let at = 0
  let replayed = end
  for (let row = 0; row < rows; row++) {
    const start = (top + row) * boardColumns + left
    for (let square = start; square < start + columns; square++) {
      const own = stones[square]!
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

/** The first stone of a place, as one number. */
function stoneOf({ cells }: Place): number {
  const { square, allowed } = cells[0]!
  return square * 2 + (allowed >> 1) - 1
}

/** What a place is asked for first (PROBE): where it has less, a stone or point twice; without any, one that nothing comes to. */
function probesOf({ cells }: Place): number[] {
  const stones = cells.filter(({ allowed }) => isStone(allowed)).slice(0, PROBE_STONES)
  const points = cells.filter(({ allowed }) => allowed === EMPTY).slice(0, PROBE_POINTS)
  return [
    ...Array.from({ length: PROBE_STONES }, (_, index) => stones[index] ?? stones[0]!).flatMap((stone) => {
      return [stone.square, stone.allowed >> 1]
    }),
    ...Array.from({ length: PROBE_POINTS }, (_, index) => (points[index] ?? points[0])?.square ?? NO_POINT),
  ]
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
