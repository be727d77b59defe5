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
  return squareAt(geometry, { x: x + step.x * UNIT, y: y + step.y * UNIT }) ?? square
}

/** The square in the middle of the board, where a cursor begins. */
export function middleOf({ columns, rows }: Geometry): number {
  return Math.floor(rows / 2) * columns + Math.floor(columns / 2)
}
