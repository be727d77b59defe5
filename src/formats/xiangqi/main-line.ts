/** The main line of a record for the fast path: its legal moves and the keys of its positions. */
import { PositionError } from '../../issues/errors.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import type { ScannedGame } from '../format.ts'

/** Plays the main line up to the first move that is not legal or could not be read. */
export function scanRecord(record: GameRecord, index: number): ScannedGame {
  const { setup, header, nodes } = record
  const start = startOf(record)
  const line = start ? mainLine(nodes) : []
  const moves = new Int32Array(line.length)
  const keys = new Uint32Array((line.length + 1) * 2)
  const position = start ?? xiangqi.start()
  let length = 0
  xiangqi.key(position, keys)
  for (const at of line) {
    const { move } = nodes[at]!
    if (move === undefined || !xiangqi.isLegal(position, move)) break
    xiangqi.play(position, move)
    moves[length++] = move
    xiangqi.key(position, keys, length * 2)
  }
  const damaged = !start || length < line.length
  const shown = start ? setup : undefined
  return {
    index,
    game: 'xiangqi',
    setup: shown,
    variant: undefined,
    moves,
    length,
    keys,
    damaged,
    header: () => header,
  }
}

function startOf(record: GameRecord): XiangqiPosition | undefined {
  try {
    return xiangqi.start(record)
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}
