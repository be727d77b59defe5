/**
 * A table of one ending: of each position, who wins (`.rtbw`), or the distance to the next capture or pawn move (`.rtbz`). Source:
 * Fathom, https://github.com/jdart1/Fathom (MIT).
 */
import type { Source } from '../../bytes/source.ts'
import type { Colour } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import { damagedTable, HeadReader } from './header.ts'
import {
  aboveDiagonal,
  beginOfLeading,
  choose,
  countLeading,
  KING_PAIRS,
  KINGS,
  leadingOrder,
  LOWER,
  mirrored,
  mirroredFile,
  pairOf,
  pawnOrder,
  TRIANGLE,
  TRIPLES,
} from './numbering.ts'
import { readValues, type Values } from './pairs.ts'

/** What a table tells. */
export type TableKind = 'wdl' | 'dtz'

/** The first four bytes of a table, little-endian. */
const SIGNATURES: Readonly<Record<TableKind, number>> = { wdl: 0x5d23_e871, dtz: 0xa50c_66d7 }

/** Flags of the distances: the side to move whose positions are stored, whether they are mapped, and by words. */
const IS_SECOND = 1
const IS_MAPPED = 2
const HAS_WORDS = 16

/** Result of a loss, a blessed loss, a draw, a cursed win and a win: the map of its distances, and the flag that they count plies. */
const MAP_OF = [1, 3, 0, 2, 0]
const PLIES_OF = [8, 0, 0, 0, 4]

/** Men in the order of names: king, queen, rook, bishop, knight, pawn. */
const LETTERS = 'KQRBNP'
const KINDS = [6, 5, 4, 3, 2, 1]

/** The name of a side's men: `KQP`. */
export function nameOfSide(position: ChessPosition, colour: Colour): string {
  const men: number[] = []
  for (let square = 0; square < 64; square++) {
    const piece = position.board[square]!
    if (piece >> 3 === colour) men.push(LETTERS.length - (piece & 7))
  }
  return men
    .sort((left, right) => left - right)
    .map((index) => LETTERS[index])
    .join('')
}

/** One part of a table: a side to move, and with pawns a file of the leading one. */
interface Part {
  /** Men in the order in which they are numbered: kind, and 8 for the second side. */
  men: readonly number[]
  /** How many men are numbered together, by the index of the first of them. */
  groups: readonly number[]
  /** What the number of such a group counts. */
  factors: readonly number[]
  size: number
}

/** A part with its values. */
interface ReadPart extends Part {
  values: Values
}

/** Distances by their stored value, of the four maps. */
type Maps = readonly (readonly number[])[]

/** An open table. */
export class Table {
  private readonly source: Source
  private readonly kind: TableKind
  private readonly men: readonly number[]
  private readonly isSymmetric: boolean
  /** Whether the kings are numbered first, as a pair; otherwise three men that are each the only one of their kind. */
  private readonly hasKingPair: boolean
  /** Pawns of the side that is numbered first, and of the other. */
  private readonly pawns: readonly [number, number]
  /** By side to move where both are stored, then by file of the leading pawn. */
  private readonly parts: ReadPart[][] = []
  private readonly maps: (Maps | undefined)[] = []

  /** @param name of the ending, such as `KRPvKR`; throws FormatError if the file does not hold it */
  constructor(source: Source, name: string, kind: TableKind) {
    this.source = source
    this.kind = kind
    const [first = '', second = ''] = name.split('v')
    this.men = [...menOf(first, 0), ...menOf(second, 8)]
    this.isSymmetric = first === second
    const only = [...new Set(this.men)].filter((man) => this.men.filter((other) => other === man).length === 1)
    this.hasKingPair = only.length === 2
    const counts = [1, 9].map((pawn) => this.men.filter((man) => man === pawn).length) as [number, number]
    const secondLeads = counts[1] > 0 && (counts[0] === 0 || counts[0] > counts[1])
    this.pawns = secondLeads ? [counts[1], counts[0]] : counts
    this.read(new HeadReader(source))
  }

  private read(head: HeadReader): void {
    if (head.long(0) !== SIGNATURES[this.kind]) throw head.damaged(0)
    const sides = this.kind === 'wdl' && head.byte(4) & 1 ? 2 : 1
    const files = this.pawns[0] > 0 ? 4 : 1
    const shapes: Part[][] = Array.from({ length: sides }, () => [])
    head.at = 5
    for (let file = 0; file < files; file++) {
      for (let side = 0; side < sides; side++) shapes[side]!.push(this.readShape(head, file, side * 4))
      head.at += this.men.length + 1 + (this.pawns[1] > 0 ? 1 : 0)
    }
    head.align(2)
    for (let side = 0; side < sides; side++) this.parts.push([])
    for (let file = 0; file < files; file++) {
      for (let side = 0; side < sides; side++) {
        const shape = shapes[side]![file]!
        this.parts[side]!.push({ ...shape, values: readValues(this.source, head, shape.size, this.kind === 'wdl') })
      }
    }
    if (this.kind === 'dtz') {
      for (const { values } of this.parts[0]!) this.maps.push(readMaps(head, values.flags))
      head.align(2)
    }
    for (const place of [0, 1, 2]) {
      for (let file = 0; file < files; file++) for (const side of this.parts) side[file]!.values.places[place]!(head)
    }
    if (head.at > this.source.size) throw head.damaged(this.source.size)
  }

  /** The order of men of a part, and how they are numbered. */
  private readShape(head: HeadReader, file: number, shift: number): Part {
    const nibble = (offset: number) => (head.byte(head.at + offset) >> shift) & 15
    const [leaders, others] = this.pawns
    const isPawnful = leaders > 0
    const firstMan = others > 0 ? 2 : 1
    const men = this.men.map((_, index) => nibble(index + firstMan))
    if (men.toSorted(byNumber).join() !== this.men.toSorted(byNumber).join() || !isGrouped(men)) throw head.damaged()
    const groups = men.map(() => 0)
    groups[0] = isPawnful ? leaders : this.hasKingPair ? 2 : 3
    let placed = groups[0]
    if (others > 0) {
      groups[placed] = others
      placed += others
    }
    if (placed > men.length || (isPawnful && men.slice(0, placed).some((man) => (man & 7) !== 1))) throw head.damaged()
    for (let index = placed; index < men.length; index += groups[index]!) {
      groups[index] = men.filter((man, at) => at >= index && man === men[index]).length
    }
    const [order, otherOrder] = [nibble(0), others > 0 ? nibble(1) : 15]
    const factors = men.map(() => 0)
    let free = 64 - placed
    let size = 1
    for (let turn = 0; placed < men.length || turn === order || turn === otherOrder; turn++) {
      if (turn === order) {
        factors[0] = size
        size *= isPawnful ? countLeading(leaders, file) : this.hasKingPair ? KING_PAIRS : TRIPLES
      } else if (turn === otherOrder) {
        factors[leaders] = size
        size *= choose(others, 48 - leaders)
      } else {
        const group = groups[placed]
        if (group === undefined) throw head.damaged()
        factors[placed] = size
        size *= choose(group, free)
        free -= group
        placed += group
      }
    }
    if (factors[0] === 0 || (others > 0 && factors[leaders] === 0)) throw head.damaged()
    return { men, groups, factors, size }
  }

  /**
   * What is stored of a position with the men of this table: its result from -2 to 2, or the distance from a result to the next capture or
   * pawn move, less the ply itself. Undefined if only positions of the other side to move are stored.
   * @param isSwapped whether White has the men of the second side
   * @param result of the position, for distances
   */
  probe(position: ChessPosition, isSwapped: boolean, result = 0): number | undefined {
    const swaps = this.isSymmetric ? position.turn === 2 : isSwapped
    const isSecond = !this.isSymmetric && (position.turn === 1) === swaps
    const squares: number[] = []
    const flips = swaps && this.pawns[0] > 0 ? 56 : 0
    const place = (men: readonly number[]) => {
      while (squares.length < men.length) placeKind(position, men[squares.length]!, swaps, flips, squares)
    }
    let file = 0
    if (this.pawns[0] > 0) {
      placeKind(position, this.parts[0]![0]!.men[0]!, swaps, flips, squares)
      for (let index = 1; index < squares.length; index++) {
        if (leadingOrder(squares[0]!) > leadingOrder(squares[index]!)) exchange(squares, 0, index)
      }
      file = mirroredFile(squares[0]!)
    }
    const sides = this.kind === 'wdl' ? (this.parts[isSecond ? 1 : 0] ?? this.parts[0]!) : this.parts[0]!
    const part = sides[file]!
    const { values } = part
    if (this.kind === 'dtz' && !this.isSymmetric && ((values.flags & IS_SECOND) !== 0) !== isSecond) return undefined
    place(part.men)
    const number = this.numberOf(squares, part)
    if (!(number < part.size)) throw damagedTable(this.source, 5)
    const value = values.get(number)
    return this.kind === 'wdl' ? this.resultOf(value) : this.distanceOf(value, file, values.flags, result)
  }

  private resultOf(value: number): number {
    const result = (value & 0xff) - 2
    if (result > 2) throw damagedTable(this.source, 5)
    return result
  }

  private distanceOf(value: number, file: number, flags: number, result: number): number {
    const mapped = flags & IS_MAPPED ? this.maps[file]![MAP_OF[result + 2]!]![value] : value
    if (mapped === undefined) throw damagedTable(this.source, 5)
    return flags & PLIES_OF[result + 2]! && Math.abs(result) !== 1 ? mapped : mapped * 2
  }

  /** The number of a position by the squares of its men, which are turned over to one of their mirror images. */
  private numberOf(squares: number[], part: Part): number {
    if (squares[0]! & 4) turn(squares, (square) => square ^ 7)
    const { groups, factors } = part
    const [leaders, others] = this.pawns
    let number = (leaders > 0 ? this.numberOfPawns(squares) : this.numberOfFirst(squares)) * factors[0]!
    let done = groups[0]!
    if (others > 0) {
      number += combination(squares, done, others, 8) * factors[done]!
      done += others
    }
    for (; done < squares.length; done += groups[done]!) {
      number += combination(squares, done, groups[done]!, 0) * factors[done]!
    }
    return number
  }

  /** The number of the kings, or of the first three men. */
  private numberOfFirst(squares: number[]): number {
    if (squares[0]! & 32) turn(squares, (square) => square ^ 56)
    const count = this.hasKingPair ? 2 : 3
    const off = squares.findIndex((square) => aboveDiagonal(square) !== 0)
    if (off >= 0 && off < count && aboveDiagonal(squares[off]!) > 0) turn(squares, mirrored)
    const [first, second, third] = squares as [number, number, number]
    if (this.hasKingPair) return KINGS.get(pairOf(first, second)) ?? Number.NaN
    const skips = second > first ? 1 : 0
    const moreSkips = (third > first ? 1 : 0) + (third > second ? 1 : 0)
    if (aboveDiagonal(first) !== 0) return TRIANGLE[first]! * 63 * 62 + (second - skips) * 62 + third - moreSkips
    const onDiagonal = 6 * 63 * 62
    const row = first >> 3
    if (aboveDiagonal(second) !== 0) return onDiagonal + row * 28 * 62 + LOWER[second]! * 62 + third - moreSkips
    const bothOnDiagonal = onDiagonal + 4 * 28 * 62
    const secondRow = (second >> 3) - skips
    if (aboveDiagonal(third) !== 0) return bothOnDiagonal + row * 7 * 28 + secondRow * 28 + LOWER[third]!
    return bothOnDiagonal + 4 * 7 * 28 + row * 7 * 6 + secondRow * 6 + (third >> 3) - moreSkips
  }

  /** The number of the pawns of the side that leads. */
  private numberOfPawns(squares: number[]): number {
    const [leaders] = this.pawns
    const rest = squares.slice(1, leaders).sort((left, right) => pawnOrder(right) - pawnOrder(left))
    squares.splice(1, rest.length, ...rest)
    return rest.reduce(
      (sum, square, index) => sum + choose(leaders - index - 1, pawnOrder(square)),
      beginOfLeading(leaders, squares[0]!),
    )
  }
}

const byNumber = (left: number, right: number) => left - right

function menOf(letters: string, side: number): number[] {
  return [...letters].map((letter) => KINDS[LETTERS.indexOf(letter)]! | side)
}

/** Whether men of a kind stand together. */
function isGrouped(men: readonly number[]): boolean {
  return men.every((man, index) => index === 0 || men[index - 1] === man || !men.slice(0, index).includes(man))
}

/** Adds the squares of all men of a kind. */
function placeKind(position: ChessPosition, man: number, swaps: boolean, flips: number, squares: number[]): void {
  const colour = man >> 3 === (swaps ? 1 : 0) ? 1 : 2
  const piece = (colour << 3) | (man & 7)
  for (let square = 0; square < 64; square++) if (position.board[square] === piece) squares.push(square ^ flips)
}

function exchange(squares: number[], one: number, other: number): void {
  ;[squares[one], squares[other]] = [squares[other]!, squares[one]!]
}

function turn(squares: number[], to: (square: number) => number): void {
  for (let index = 0; index < squares.length; index++) squares[index] = to(squares[index]!)
}

/** The number of the squares of some equal men among those that are left; they are sorted in place. */
function combination(squares: number[], start: number, count: number, unused: number): number {
  const sorted = squares.slice(start, start + count).sort(byNumber)
  squares.splice(start, count, ...sorted)
  return sorted.reduce((sum, square, index) => {
    const skips = squares.slice(0, start).filter((earlier) => square > earlier).length
    return sum + choose(index + 1, square - skips - unused)
  }, 0)
}

/** The distances of the four results other than draws, if the part maps them. */
function readMaps(head: HeadReader, flags: number): Maps | undefined {
  if (!(flags & IS_MAPPED)) return undefined
  const hasWords = (flags & HAS_WORDS) !== 0
  if (hasWords) head.align(2)
  return MAP_INDICES.map(() => {
    const count = hasWords ? head.word(head.at) : head.byte(head.at)
    head.at += hasWords ? 2 : 1
    const distances = Array.from({ length: count }, (_, index) =>
      hasWords ? head.word(head.at + 2 * index) : head.byte(head.at + index),
    )
    head.at += (hasWords ? 2 : 1) * count
    return distances
  })
}

const MAP_INDICES = [0, 1, 2, 3]
