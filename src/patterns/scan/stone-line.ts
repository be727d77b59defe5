/** The main line of a game of stones as it is stored: how it begins, and where its moves are. */
import { LINE_HEAD, SECOND_BEGINS } from '../../positions/main-line.ts'
import type { Game } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'

/** Columns and rows of the board of a line, and the men set up on it, or -1 at the usual start. */
export interface LineStart {
  columns: number
  rows: number
  men: number
}

/** How the line that begins at `from` begins; undefined when it has no room for what it says. */
export function readStart(words: Uint16Array, from: number, to: number): LineStart | undefined {
  if (to - from < LINE_HEAD) return undefined
  const start = startOf(words[from]!, words[from + 1]!)
  return from + LINE_HEAD + Math.max(0, start.men) > to ? undefined : start
}

/** How a line begins, by its first two numbers. */
export function startOf(size: number, men: number): LineStart {
  return { columns: size & 0xff, rows: size >> 8, men: (men & ~SECOND_BEGINS) - 1 }
}

/** The stones on a board of a game before the first move, row by row: 0 none, 1 black, 2 white. */
export function usualStones(game: Game, columns: number, rows: number): Uint8Array {
  const stones = new Uint8Array(columns * rows)
  if (game === 'go') return stones
  const position = rulesOf(game).start({ size: { columns, rows } })
  for (let square = 0; square < stones.length; square++) stones[square] = Number(position.pieceAt(square))
  return stones
}
