/** The places that a pattern may have on a board of one size, in every orientation. */
import { orient, orientationsOf, type OrientedPattern } from './orientation.ts'
import type { Pattern } from './pattern.ts'

/** A pattern at one place of a board. */
export interface PlacedPattern {
  oriented: OrientedPattern
  /** Column and row of its top left square on the board, rows from the top in Go and Othello, from the bottom else. */
  left: number
  top: number
  /** Squares of the board, and what may stand on each. */
  squares: Uint16Array
  allowed: Uint16Array
}

/** A pattern in one orientation, and the places where its top left square may lie. */
export interface OrientedPlaces {
  oriented: OrientedPattern
  lefts: [from: number, to: number]
  tops: [from: number, to: number]
}

/** Where each orientation of a pattern may lie on a board; none when the board is too small or another one is asked for. */
export function orientedPlaces(pattern: Pattern, columns: number, rows: number): OrientedPlaces[] {
  const { board } = pattern
  if (board && (board.columns !== columns || board.rows !== rows)) return []
  const places: OrientedPlaces[] = []
  for (const orientation of orientationsOf(pattern, columns === rows)) {
    const oriented = orient(pattern, orientation)
    const turned = orientation & 4 ? { columns: rows, rows: columns } : { columns, rows }
    const lefts = range(pattern, turned.columns - pattern.columns, 'left')
    const tops = range(pattern, turned.rows - pattern.rows, 'top')
    if (!lefts || !tops) continue
    const x = orientation & 1 ? mirror(lefts, turned.columns - pattern.columns) : lefts
    const y = orientation & 2 ? mirror(tops, turned.rows - pattern.rows) : tops
    places.push({ oriented, ...(orientation & 4 ? { lefts: y, tops: x } : { lefts: x, tops: y }) })
  }
  return places
}

/** Where a pattern may begin along one side of the board as it is drawn; undefined when nowhere. */
function range(
  { edges, isInner, anchors }: Pattern,
  most: number,
  side: 'left' | 'top',
): [from: number, to: number] | undefined {
  const [first, last, end] =
    side === 'left' ? ([edges.left, edges.right, 'right'] as const) : ([edges.top, edges.bottom, 'bottom'] as const)
  const border = isInner ? 1 : 0
  const from = Math.max(last ? most : border, anchors?.[side] ?? 0)
  const to = Math.min(first ? 0 : most - border, anchors?.[end] ?? most)
  return most >= 0 && from <= to ? [from, to] : undefined
}

function mirror([from, to]: [number, number], most: number): [number, number] {
  return [most - to, most - from]
}

/** The images of a pattern on a board: every place in every orientation, equal ones once. */
export function placePattern(pattern: Pattern, columns: number, rows: number): PlacedPattern[] {
  const images = new Map<string, PlacedPattern>()
  for (const { oriented, lefts, tops } of orientedPlaces(pattern, columns, rows)) {
    for (let left = lefts[0]; left <= lefts[1]; left++) {
      for (let top = tops[0]; top <= tops[1]; top++) {
        const image = placeAt(pattern, oriented, left, top, columns, rows)
        const order = Array.from(image.squares, (square, index) => square * 0x10000 + image.allowed[index]!).sort(
          (one, other) => one - other,
        )
        const key = `${left} ${top} ${oriented.columns} ${order.join()}`
        if (!images.has(key)) images.set(key, image)
      }
    }
  }
  return [...images.values()]
}

function placeAt(
  { game }: Pattern,
  oriented: OrientedPattern,
  left: number,
  top: number,
  columns: number,
  rows: number,
): PlacedPattern {
  // Rows count from the bottom in chess and xiangqi, whose texts begin at the top.
  const isUpward = game === 'chess' || game === 'xiangqi'
  const squareOf = (column: number, row: number) => (isUpward ? rows - 1 - row : row) * columns + column
  return {
    oriented,
    left,
    top,
    squares: Uint16Array.from(oriented.cells, ({ column, row }) => squareOf(left + column, top + row)),
    allowed: Uint16Array.from(oriented.cells, ({ allowed }) => allowed),
  }
}
