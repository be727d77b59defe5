/** The main line of a file as packed moves and position keys, without a tree. */
import type { Header } from '../../model/record.ts'
import { makeMove } from '../../model/move.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import type { ScannedGame } from '../format.ts'
import { setupOf } from '../xiangqi/board.ts'
import type { XqfFile } from './file.ts'
import { SQUARE_OF_POINT } from './placement.ts'

/** Reads the main line, which is the run of records up to the first one without a continuation. */
export function scanMainLine(file: XqfFile, header: () => Header): ScannedGame {
  const setup = setupOf(file.board, file.turn)
  const position = xiangqi.start(setup === undefined ? {} : { setup })
  const count = countMainLine(file)
  const moves = new Int32Array(count)
  const keys = new Uint32Array((count + 1) * 2)
  const records = file.records()
  records.next()
  let length = 0
  xiangqi.key(position, keys)
  while (length < count && records.next()) {
    const from = SQUARE_OF_POINT[records.from]!
    const to = SQUARE_OF_POINT[records.to]!
    if (from < 0 || to < 0) break
    const move = makeMove(from, to)
    if (!xiangqi.isLegal(position, move)) break
    xiangqi.play(position, move)
    moves[length++] = move
    xiangqi.key(position, keys, length * 2)
  }
  return { index: 0, game: 'xiangqi', setup, variant: undefined, moves, length, keys, damaged: length < count, header }
}

/** The stated number of moves in the main line, including one that is missing because the file ends. */
function countMainLine(file: XqfFile): number {
  const records = file.records()
  let count = 0
  while (records.next() && records.hasChild) count++
  return count
}
