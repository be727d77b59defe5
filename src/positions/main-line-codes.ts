/** The main line of a record as 16-bit move codes: how games are stored and searched. */
import { moveColour, otherColour, type Colour } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { mainLinePlays } from '../model/tree.ts'
import { encodeMove, NO_MOVE_CODE } from './move-code.ts'

/** Codes of the moves of the main line (mainLinePlays), up to the first move that no code can say. */
export function mainLineCodes(record: GameRecord): Uint16Array {
  const line = mainLinePlays(record.nodes)
  const codes = new Uint16Array(line.length)
  let length = 0
  let turn: Colour = 1
  for (const index of line) {
    const move = record.nodes[index]!.move!
    const code = encodeMove(record.game, move, turn)
    if (code === NO_MOVE_CODE) break
    turn = otherColour(moveColour(move) || turn)
    codes[length++] = code
  }
  return codes.subarray(0, length)
}
