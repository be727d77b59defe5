/**
 * Othello written the plain way, to check the fast rules against: a list of
 * rows of letters, no border, no tables, everything computed from scratch.
 */

export type Disc = '-' | 'X' | 'O'

export interface ReferenceBoard {
  rows: Disc[][]
  /** The side next by alternation. */
  next: 'X' | 'O'
}

export function referenceStart(columns: number, rows: number): ReferenceBoard {
  const board: Disc[][] = Array.from({ length: rows }, () => Array.from({ length: columns }, () => '-' as const))
  board[rows / 2 - 1]![columns / 2 - 1] = 'O'
  board[rows / 2]![columns / 2] = 'O'
  board[rows / 2 - 1]![columns / 2] = 'X'
  board[rows / 2]![columns / 2 - 1] = 'X'
  return { rows: board, next: 'X' }
}

/** The discs that one on a square would flip, as [row, column]. */
export function referenceTurned(board: ReferenceBoard, square: number, side: 'X' | 'O'): [number, number][] {
  const columns = board.rows[0]!.length
  const [row, column] = [Math.floor(square / columns), square % columns]
  if (board.rows[row]![column] !== '-') return []
  const turned: [number, number][] = []
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      const line: [number, number][] = []
      let [r, c] = [row + down, column + right]
      while (board.rows[r]?.[c] !== undefined && board.rows[r]![c] !== '-' && board.rows[r]![c] !== side) {
        line.push([r, c])
        r += down
        c += right
      }
      if ((down !== 0 || right !== 0) && board.rows[r]?.[c] === side) turned.push(...line)
    }
  }
  return turned
}

export function referenceMoves(board: ReferenceBoard, side: 'X' | 'O'): number[] {
  const squares = board.rows.length * board.rows[0]!.length
  return Array.from({ length: squares }, (_, square) => square).filter(
    (square) => referenceTurned(board, square, side).length > 0,
  )
}

/** The side that can move: the next one, else the other, else nobody. */
export function referenceTurn(board: ReferenceBoard): 'X' | 'O' | undefined {
  const other = board.next === 'X' ? 'O' : 'X'
  if (referenceMoves(board, board.next).length > 0) return board.next
  return referenceMoves(board, other).length > 0 ? other : undefined
}

/** The board after a move of the side that can move. */
export function referencePlay(board: ReferenceBoard, square: number): ReferenceBoard {
  const side = referenceTurn(board)!
  const rows = board.rows.map((row) => [...row])
  const columns = rows[0]!.length
  for (const [row, column] of referenceTurned(board, square, side)) rows[row]![column] = side
  rows[Math.floor(square / columns)]![square % columns] = side
  return { rows, next: side === 'X' ? 'O' : 'X' }
}

export function referenceText(board: ReferenceBoard): string {
  return board.rows.map((row) => row.join('')).join('')
}
