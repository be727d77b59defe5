/**
 * The orientations in which a pattern is searched: a symmetry of the board (rules/symmetry.ts), plus 8 when the colours
 * of the stones are exchanged.
 */
import { exchangeStones, type Pattern, type PatternCell, type PatternEdges } from './pattern.ts'

/** Bit of an orientation in which the colours are exchanged. */
export const EXCHANGED = 8

/** A pattern as it is drawn in one orientation. */
export interface OrientedPattern {
  orientation: number
  columns: number
  rows: number
  cells: PatternCell[]
  edges: PatternEdges
  /** The square of the drawn pattern (row by row) that each square of this one shows. */
  drawn: Uint16Array
}

/** Where a symmetry puts a square of a rectangle. */
export function turnCell(
  column: number,
  row: number,
  symmetry: number,
  columns: number,
  rows: number,
): [column: number, row: number] {
  const x = symmetry & 1 ? columns - 1 - column : column
  const y = symmetry & 2 ? rows - 1 - row : row
  return symmetry & 4 ? [y, x] : [x, y]
}

/** A pattern in an orientation. */
export function orient(pattern: Pattern, orientation: number): OrientedPattern {
  const { columns, rows } = pattern
  const symmetry = orientation & 7
  const turned = symmetry & 4 ? { columns: rows, rows: columns } : { columns, rows }
  const drawn = new Uint16Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = turnCell(column, row, symmetry, columns, rows)
      drawn[y * turned.columns + x] = row * columns + column
    }
  }
  const cells = pattern.cells.map(({ column, row, allowed }) => {
    const [x, y] = turnCell(column, row, symmetry, columns, rows)
    return { column: x, row: y, allowed: orientation & EXCHANGED ? exchangeStones(allowed) : allowed }
  })
  return { orientation, ...turned, cells, edges: turnEdges(pattern.edges, symmetry), drawn }
}

function turnEdges({ left, top, right, bottom }: PatternEdges, symmetry: number): PatternEdges {
  const [x1, x2] = symmetry & 1 ? [right, left] : [left, right]
  const [y1, y2] = symmetry & 2 ? [bottom, top] : [top, bottom]
  return symmetry & 4 ? { left: y1, top: x1, right: y2, bottom: x2 } : { left: x1, top: y1, right: x2, bottom: y2 }
}

/** The orientations that the game and the pattern allow on a board, square or not; those that are the same are all there. */
export function orientationsOf(pattern: Pattern, isSquare: boolean): number[] {
  const { game, isStill, hasFixedColours } = pattern
  const symmetries = isStill || game === 'chess' ? 1 : game === 'xiangqi' ? 2 : isSquare ? 8 : 4
  const all = Array.from({ length: symmetries }, (_, symmetry) => symmetry)
  return game === 'go' && !hasFixedColours ? [...all, ...all.map((symmetry) => symmetry + EXCHANGED)] : all
}

/** More than any square may hold, in 16 bits. */
const NOTHING_SAID = 0xffff

/** A text that two orientations have in common when they are the same pattern at the same sides. */
export function orientedText(oriented: OrientedPattern): string {
  const { left, top, right, bottom } = oriented.edges
  return [left, top, right, bottom].map((side) => (side ? 1 : 0)).join('') + contentText(oriented)
}

/** A text that two orientations have in common when they are the same pattern. */
export function contentText({ columns, rows, cells }: OrientedPattern): string {
  // A sign for each square: what it may hold, and another where nothing is said.
  const signs = new Array<number>(columns * rows).fill(NOTHING_SAID)
  for (const { column, row, allowed } of cells) signs[row * columns + column] = allowed
  return `${columns}x${rows} ${String.fromCharCode(...signs)}`
}

/** The orientations that leave a pattern as it is drawn: moves that they map onto each other are one. */
export function ownOrientations(pattern: Pattern): number[] {
  if (pattern.anchors) return [0]
  const own = orientedText(orient(pattern, 0))
  const all = orientationsOf(pattern, pattern.columns === pattern.rows)
  return all.filter((orientation) => orientedText(orient(pattern, orientation)) === own)
}
