/** Opening books made by hand after docs/books.md. */
import { ctgBoard } from '../../src/books/ctg-board.ts'
import type { ChessPosition } from '../../src/rules/chess/index.ts'

/** A position of a CTG book. */
export interface CtgEntry {
  position: ChessPosition
  /** Bytes of moves and of what the author thinks of each. */
  moves?: readonly number[]
  games?: number
  draws?: number
  advice?: number
}

/** A CTG book of one page of positions. */
export function ctgBook(entries: readonly CtgEntry[]): Uint8Array {
  const page: number[] = []
  for (const { position, moves = [], games = 0, draws = 0, advice = 0 } of entries) {
    const statistics = new Array<number>(33).fill(0)
    for (const [at, value] of [
      [0, games],
      [9, draws],
    ] as const) {
      statistics.splice(at, 3, value >> 16, (value >> 8) & 0xff, value & 0xff)
    }
    statistics[30] = advice
    page.push(...ctgBoard(position).signature, moves.length + 1, ...moves, ...statistics)
  }
  const bytes = new Uint8Array(2 * 4096)
  const size = page.length + 4
  bytes.set([entries.length >> 8, entries.length & 0xff, size >> 8, size & 0xff, ...page], 4096)
  return bytes
}

/** The key of the initial position of xiangqi, as a real book has it. */
export const ELEPHANTEYE_START = 0x0526_56d5

/** An ElephantEye book of entries of key, square codes and weight. */
export function elephantEyeBook(
  entries: readonly [key: number, from: number, to: number, weight: number][],
): Uint8Array {
  const bytes = new Uint8Array(entries.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [index, [key, from, to, weight]] of entries.entries()) {
    view.setUint32(index * 8, key, true)
    view.setUint8(index * 8 + 4, from)
    view.setUint8(index * 8 + 5, to)
    view.setUint16(index * 8 + 6, weight, true)
  }
  return bytes
}
