/**
 * Whole boards of Go are positions: the games that show one are in the position index, under the key of either side to
 * move, with the move played next.
 */
import { isPass, moveColour, moveTo, type Colour } from '../../model/move.ts'
import { scannedBoardsKey } from '../../positions/segment/corners.ts'
import { decodeMove } from '../../positions/move-code.ts'
import { positionKey } from '../../positions/position-key.ts'
import type { Segment } from '../../positions/read/segment.ts'
import { rulesOf } from '../../rules/index.ts'
import { inverseSymmetry, transformMove } from '../../rules/symmetry.ts'
import { COLOUR_SHIFT } from '../answer/following.ts'
import { Hits } from '../answer/hits.ts'
import { asksForPlaces, joinGames, sortPostings, type IndexAnswer } from './index-answer.ts'
import type { LineConditions } from '../scan/make-scan.ts'
import { EXCHANGED } from '../question/orientation.ts'
import { exchangeStones, type Pattern } from '../question/pattern.ts'

/** A position that shows a board. */
export interface BoardPosition {
  /** Its key in the position index, the high half first. */
  key: Uint32Array
  /** The symmetry that turns the board as it is drawn into the image that has the key (rules/symmetry.ts). */
  symmetry: number
  /** Whether its colours are those of the pattern exchanged. */
  isExchanged: boolean
}

/** The positions that a pattern means, each once; undefined when it leaves anything of the board open. */
export function boardPositionsOf(pattern: Pattern): BoardPosition[] | undefined {
  const { game, columns, rows, cells, edges, hasFixedColours } = pattern
  const { left, top, right, bottom } = edges
  if (game !== 'go' || !left || !top || !right || !bottom) return undefined
  const stones = new Uint8Array(columns * rows)
  for (const { column, row, allowed } of cells) stones[row * columns + column] = allowed
  if (!stones.every((allowed) => allowed === 1 || allowed === 2 || allowed === 4)) return undefined
  // Nearly every game begins with the empty board.
  if (stones.every((allowed) => allowed === 1)) return undefined
  const positions = new Map<string, BoardPosition>()
  for (const isExchanged of hasFixedColours ? [false] : [false, true]) {
    const image = isExchanged ? stones.map(exchangeStones) : stones
    for (const turn of [1, 2] as const) {
      const { key, symmetry } = keyOf(image, columns, rows, turn)
      const name = key.join()
      if (!positions.has(name)) positions.set(name, { key, symmetry, isExchanged })
    }
  }
  return [...positions.values()]
}

function keyOf(
  stones: Uint8Array,
  columns: number,
  rows: number,
  turn: Colour,
): { key: Uint32Array; symmetry: number } {
  const rules = rulesOf('go')
  const position = rules.start({ size: { columns, rows } })
  const squaresOf = (wanted: number) => [...stones.keys()].filter((square) => stones[square] === wanted)
  const edits = [
    { squares: squaresOf(2), piece: '1' },
    { squares: squaresOf(4), piece: '2' },
  ]
  rules.edit!(position, edits, turn)
  return positionKey('go', position)
}

/** Looks the positions of a board up in all segments. @param depth moves that are followed */
export async function searchBoard(
  segments: readonly Segment[],
  conditions: LineConditions,
  positions: readonly BoardPosition[],
  depth: number,
): Promise<IndexAnswer> {
  const { high, low } = scannedBoardsKey()
  const scanned = await Promise.all(segments.map(async (segment) => (await segment.postings(high, low)).games))
  const lists = await Promise.all(
    positions.flatMap(({ key, ...position }) =>
      segments.map(async (segment) => ({ ...position, ...(await segment.postings(key[0]!, key[1]!)) })),
    ),
  )
  // The index does not tell how the board lies in a game.
  const pattern = conditions.pattern!
  if (pattern.isStill || !asksForPlaces(conditions, depth)) {
    return { games: joinGames([...scanned, ...lists.map(({ games }) => games)]) }
  }
  const { games, moves, lists: listOf } = sortPostings(lists)
  const isScanned = new Set(joinGames(scanned))
  const hits = new Hits(depth)
  const unclear: number[] = []
  for (let start = 0; start < games.length;) {
    const game = games[start]!
    let end = start + 1
    while (games[end] === game) end++
    const { symmetry, isExchanged } = lists[listOf[start]!]!
    const move = decodeMove('go', moves[start]!)
    // If a board recurs, the first occurrence counts, and a pass is not a move within it.
    if (end > start + 1 || (move !== undefined && isPass(move))) {
      if (!isScanned.has(game)) unclear.push(game)
    } else if (!isScanned.has(game)) {
      const row = hits.add(game, 0, isExchanged ? EXCHANGED : 0, 0)
      if (move !== undefined && depth > 0) {
        const back = transformMove(move, inverseSymmetry(symmetry), pattern.columns, pattern.rows)
        const colour = isExchanged ? 3 - moveColour(back) : moveColour(back)
        hits.next[row] = moveTo(back) | (colour << COLOUR_SHIFT)
        hits.distances[row] = 1
      }
    }
    start = end
  }
  return { hits, games: joinGames([...scanned, Uint32Array.from(unclear)]) }
}
