/** Detects games of Othello from the beginning of a text. */
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { OthelloPosition, othello } from '../../rules/othello/index.ts'
import { decodeGames } from './decode.ts'
import { looksLikeQuest } from './quest.ts'
import { GameFinder, playText } from './split.ts'

/** Number of bytes examined. */
const HEAD_SIZE = 4096

/** Number of legal moves needed for a text to be considered a game. */
const ENOUGH_MOVES = 8

/** How likely it is that the first bytes of a file are text of Othello games. */
export function looksLikeOthelloText(head: Uint8Array): number {
  const bytes = head.subarray(0, HEAD_SIZE)
  if (bytes.includes(0) && findUnicodeMark(bytes) === undefined) return 0
  const text = decodeGames(bytes)
  // Text with tags, properties or braces is in another format.
  if (/^\s*[[(<][;A-Za-z?!]/.test(text)) return 0
  if (looksLikeQuest(text)) return 0.85
  const finder = new GameFinder(text)
  for (const { board, side, moves } of finder.games()) {
    const position = board?.clone() ?? new OthelloPosition(side, side)
    let legal = 0
    for (const move of moves) {
      if (othello.readMove(position, move) === undefined) break
      playText(position, move)
      legal++
    }
    if (legal >= ENOUGH_MOVES) return 0.85
    if (legal < moves.length) return 0
    return finder.strange.length === 0 && (board || legal > 1) ? 0.7 : 0.3
  }
  return 0
}
