/**
 * Whole boards of Go are positions: the games that show one are in the position index, under the key of either side to
 * move. Only these games are scanned.
 */
import type { Colour } from '../model/move.ts'
import { scannedBoardsKey } from '../positions/corners.ts'
import { positionKey } from '../positions/position-key.ts'
import type { Segment } from '../positions/segment-reader.ts'
import { rulesOf } from '../rules/index.ts'
import { exchangeStones, type Pattern } from './pattern.ts'

/** Keys of the positions that a pattern means, the high half first; undefined when it leaves anything of the board open. */
export function boardKeysOf({
  game,
  columns,
  rows,
  cells,
  edges,
  hasFixedColours,
}: Pattern): Uint32Array[] | undefined {
  const { left, top, right, bottom } = edges
  if (game !== 'go' || !left || !top || !right || !bottom) return undefined
  const stones = new Uint8Array(columns * rows)
  for (const { column, row, allowed } of cells) stones[row * columns + column] = allowed
  if (!stones.every((allowed) => allowed === 1 || allowed === 2 || allowed === 4)) return undefined
  // Nearly every game begins with the empty board.
  if (stones.every((allowed) => allowed === 1)) return undefined
  const images = hasFixedColours ? [stones] : [stones, stones.map(exchangeStones)]
  return images.flatMap((image) => ([1, 2] as const).map((turn) => keyOf(image, columns, rows, turn)))
}

function keyOf(stones: Uint8Array, columns: number, rows: number, turn: Colour): Uint32Array {
  const rules = rulesOf('go')
  const position = rules.start({ size: { columns, rows } })
  const squaresOf = (wanted: number) => [...stones.keys()].filter((square) => stones[square] === wanted)
  const edits = [
    { squares: squaresOf(2), piece: '1' },
    { squares: squaresOf(4), piece: '2' },
  ]
  rules.edit!(position, edits, turn)
  return positionKey('go', position).key
}

/** Games that reach one of some positions, and those of which the index does not know it; some more than once. */
export async function gamesWithBoard(
  segments: readonly Segment[],
  keys: readonly Uint32Array[],
): Promise<Uint32Array[]> {
  const { high, low } = scannedBoardsKey()
  const wanted = [...keys, Uint32Array.of(high, low)]
  const lists = segments.flatMap((segment) => wanted.map(async (key) => segment.postings(key[0]!, key[1]!)))
  return (await Promise.all(lists)).map(({ games }) => games)
}
