/** The keyboard cursor, moved over the board as displayed. */
import { centre, squareAt, UNIT, type Geometry, type Point } from './geometry.ts'

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The square that an arrow key leads to, the same at the edge; undefined for other keys. */
export function stepCursor(geometry: Geometry, square: number, key: string): number | undefined {
  const step = STEPS[key]
  if (!step) return undefined
  const { x, y } = centre(geometry, square)
  const next = squareAt(geometry, { x: x + step.x * UNIT, y: y + step.y * UNIT })
  return next !== undefined && isInRegion(geometry, next) ? next : square
}

function isInRegion({ columns, region }: Geometry, square: number): boolean {
  if (!region) return true
  const [column, row] = [square % columns, Math.floor(square / columns)]
  return column >= region.left && column <= region.right && row >= region.top && row <= region.bottom
}

/** The square in the middle of the board, where a cursor begins. */
export function middleOf({ columns, rows, region }: Geometry): number {
  if (region) {
    const [column, row] = [(region.left + region.right) >> 1, (region.top + region.bottom) >> 1]
    return row * columns + column
  }
  return Math.floor(rows / 2) * columns + Math.floor(columns / 2)
}
