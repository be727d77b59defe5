/** The start of a record from position text. */
import type { IssueCollector } from '../../issues/collector.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import { xiangqi, XIANGQI_START_FEN, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import { boardOf, type Board } from './board.ts'

/** The start of a record. */
export interface Start {
  board: Board
  turn: Colour
  /** Position text, undefined for the usual start. */
  setup: string | undefined
}

/** Reads FEN; without a text, and with an issue for one that is invalid, it is the usual start. */
export function readStart(fen: string, issues: IssueCollector): Start {
  const position = parse(fen, issues) ?? xiangqi.start()
  const setup = xiangqi.format(position)
  return { board: boardOf(position), turn: position.turn, setup: setup === XIANGQI_START_FEN ? undefined : setup }
}

function parse(fen: string, issues: IssueCollector): XiangqiPosition | undefined {
  if (fen.trim() === '') return undefined
  try {
    return xiangqi.parse(fen)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    issues.add('xiangqi/bad-start', 'error', { reason: messageOf(error) })
    return undefined
  }
}
