/**
 * How Syzygy tables number the positions of an ending: squares are turned to one of their mirror images, then men of a kind together
 * count as a combination of squares. Source: Fathom, https://github.com/jdart1/Fathom (MIT), the probing code of the format's author;
 * the tables of numbers below are derived here from what they mean.
 */

/** Squares of the triangle a1-d1-d4 in the order of the format; the diagonal comes last. */
const TRIANGLE_ORDER = ['b1', 'c1', 'd1', 'c2', 'd2', 'd3', 'a1', 'b2', 'c3', 'd4'].map(squareOf)

function squareOf(name: string): number {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49)
}

const rowOf = (square: number) => square >> 3
const fileOf = (square: number) => square & 7

/** How far a square is above the diagonal a1-h8; 0 on it. */
export function aboveDiagonal(square: number): number {
  return rowOf(square) - fileOf(square)
}

/** The square mirrored at the diagonal a1-h8. */
export function mirrored(square: number): number {
  return (fileOf(square) << 3) | rowOf(square)
}

/** The number of a square of the triangle. */
export const TRIANGLE: Readonly<Record<number, number>> = Object.fromEntries(
  TRIANGLE_ORDER.map((square, index) => [square, index]),
)

/** The number of a square below the diagonal, from 0, by rows of the mirrored board; those of the diagonal follow from 28. */
export const LOWER = numbersOf((square) => {
  const [row, file] = [Math.min(rowOf(square), fileOf(square)), Math.max(rowOf(square), fileOf(square))]
  if (row === file) return 28 + row
  return (row * (15 - row)) / 2 + file - row - 1
})

function numbersOf(number: (square: number) => number): readonly number[] {
  return Array.from({ length: 64 }, (_, square) => number(square))
}

/** The numbers of two kings: the first in the triangle, the second not beside it; if both are on the diagonal, these come last. */
export const KINGS = kingNumbers()

/** How many pairs of kings there are, and how many triples of three different men. */
export const KING_PAIRS = 462
export const TRIPLES = 31_332

function kingNumbers(): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  const last: number[] = []
  for (const first of TRIANGLE_ORDER) {
    for (let second = 0; second < 64; second++) {
      const isBeside = Math.abs(rowOf(first) - rowOf(second)) <= 1 && Math.abs(fileOf(first) - fileOf(second)) <= 1
      if (isBeside) continue
      const isOnDiagonal = aboveDiagonal(first) === 0
      if (isOnDiagonal && aboveDiagonal(second) > 0) continue
      if (isOnDiagonal && aboveDiagonal(second) === 0) last.push(pairOf(first, second))
      else numbers.set(pairOf(first, second), numbers.size)
    }
  }
  for (const pair of last) numbers.set(pair, numbers.size)
  return numbers
}

/** Two squares as one number. */
export function pairOf(first: number, second: number): number {
  return first * 64 + second
}

/** The number of ways to choose some of `from`. */
export function choose(some: number, from: number): number {
  if (from < some) return 0
  let result = 1
  for (let index = 0; index < some; index++) result = (result * (from - index)) / (index + 1)
  return result
}

/** The order of a leading pawn, whose file is mirrored to a-d: files first, ranks within. */
export function leadingOrder(square: number): number {
  return mirroredFile(square) * 6 + rowOf(square) - 1
}

/** The file of a square, mirrored to a-d. */
export function mirroredFile(square: number): number {
  return Math.min(fileOf(square), 7 - fileOf(square))
}

/** The order of the other pawns: outer files first, then lower ranks; a-d before their mirror images. 47 is the first. */
export function pawnOrder(square: number): number {
  const mirror = fileOf(square) > 3 ? 1 : 0
  return 47 - mirroredFile(square) * 12 - (rowOf(square) - 1) * 2 - mirror
}

/** By the number of pawns besides the leading one: where the numbers for each square of the leading pawn begin, and their sum by file. */
interface PawnNumbers {
  begins: readonly number[]
  sums: readonly number[]
}

const PAWNS: readonly PawnNumbers[] = Array.from({ length: 6 }, (_, others) => {
  const begins: number[] = []
  const sums: number[] = []
  for (let file = 0; file < 4; file++) {
    let sum = 0
    for (let row = 1; row < 7; row++) {
      begins.push(sum)
      sum += choose(others, pawnOrder(row * 8 + file))
    }
    sums.push(sum)
  }
  return { begins, sums }
})

/** How many arrangements of pawns have their leading one on a file from a to d. */
export function countLeading(pawns: number, file: number): number {
  return PAWNS[pawns - 1]!.sums[file]!
}

/** The number of the first arrangement of pawns with the leading one on a square. */
export function beginOfLeading(pawns: number, square: number): number {
  return PAWNS[pawns - 1]!.begins[leadingOrder(square)]!
}
