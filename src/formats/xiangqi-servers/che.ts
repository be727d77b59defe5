/** CHE of QQ (QQ象棋): numbers in ASCII. docs/formats/xiangqi-servers.md, CHE. */
import { decodeText } from '../../bytes/text.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { squareFromTop } from '../xiangqi/board.ts'
import type { ServerGame, ServerMove } from './server-game.ts'

/** Numbers of a move: piece, 32, side, y and x from, y and x to (y from Red's side), 0, ply, 0. */
const MOVE = 10

export function readChe(bytes: Uint8Array, issues: IssueCollector): ServerGame {
  const words = decodeText(bytes, 'windows-1252').split(/\s+/).filter(Boolean)
  const [, count = 0, ...numbers] = words.map(Number)
  const moves: ServerMove[] = []
  for (let at = 0; at + MOVE <= numbers.length && moves.length < count; at += MOVE) {
    const [y1, x1, y2, x2] = numbers.slice(at + 3, at + 7) as [number, number, number, number]
    moves.push({ from: squareFromTop(x1, 9 - y1), to: squareFromTop(x2, 9 - y2), offset: 0 })
  }
  if (moves.length < count) issues.add('xiangqi/cut-moves', 'error', { count: moves.length }, { offset: bytes.length })
  return { version: 'CHE', header: { players: [], result: { outcome: 'unfinished' } }, moves }
}
