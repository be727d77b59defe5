/** Main lines with the keys of their positions, as an import reads them. */
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import type { Collection } from '../../src/formats/format.ts'

const kernel = new ChessKernel()

/** What was read. */
export interface MainLines {
  games: number
  plies: number
  [unit: string]: number
}

/** Reads all main lines. @param onGame called after every game */
export function readMainLines(collection: Collection, onGame?: (index: number) => void): MainLines {
  const read: MainLines = { games: 0, plies: 0 }
  const count = (index: number, plies: number): void => {
    read.games++
    read.plies += plies
    onGame?.(index)
  }
  for (const { index, playedLine } of collection.entries({ playedLine: { keys: true }, bare: true, kernel })) {
    count(index, playedLine!.keyed!.length)
  }
  return read
}
