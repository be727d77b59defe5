/** CCM of Zhongyou (中游, 中国游戏中心): nine bytes a move behind a header, or seven bytes a move alone. docs/formats/xiangqi-servers.md, CCM. */
import { u32le } from '../../bytes/numbers.ts'
import type { Header } from '../../model/record.ts'
import { isNewCcm } from './detect.ts'
import { moveFromTop, turnMoves, type ServerGame, type ServerMove } from './server-game.ts'

const HEADER = 12

export function readCcm(bytes: Uint8Array): ServerGame {
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  if (!isNewCcm(bytes, bytes.length)) return { version: 'CCM (7 bytes)', header, moves: readOldMoves(bytes) }
  const seconds = u32le(bytes, 4)
  if (seconds > 0) header.instant = new Date(seconds * 1000).toISOString().replace('.000', '')
  const moves: ServerMove[] = []
  for (let at = HEADER; at + 9 <= bytes.length; at += 9) {
    moves.push(moveFromTop(bytes[at + 3]!, bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, at))
  }
  return { version: 'CCM (9 bytes)', header, moves }
}

/** Bytes 3 to 6 are x from, x to, y from, y to. A file of the player of Black is seen from his side. */
function readOldMoves(bytes: Uint8Array): ServerMove[] {
  const moves: ServerMove[] = []
  for (let at = 0; at + 7 <= bytes.length; at += 7) {
    moves.push(moveFromTop(bytes[at + 3]!, bytes[at + 5]!, bytes[at + 4]!, bytes[at + 6]!, at))
  }
  return bytes[5]! < 5 ? turnMoves(moves) : moves
}
