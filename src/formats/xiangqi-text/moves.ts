/** Reads the moves of a text, one after the other, into a line. */
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { MoveNode } from '../../model/tree.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import { CHINESE_MOVE } from './detect.ts'

const CHINESE = new RegExp(CHINESE_MOVE, 'g')

/** Coordinates, or WXF with a stop or a sign before the last digit. */
const LETTERS = /(?<![A-Za-z0-9])(?:[a-i][0-9]-?[a-i][0-9]|[KAEBHNRCP+=-][1-9+=-][.+=-][1-9])(?![A-Za-z0-9])/gi

/** The words of a text that look like moves: those in Chinese where there are any. */
export function findMoves(text: string): string[] {
  const chinese = text.match(CHINESE)
  return chinese ?? text.match(LETTERS) ?? []
}

/**
 * Plays moves. From the first one that cannot be read on, they are kept as texts.
 * @param position where the first one is made; it is changed on the way
 */
export function readMoves(words: readonly string[], position: XiangqiPosition, issues: IssueCollector): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  let isLost = false
  for (const word of words) {
    const index = nodes.length
    const move = isLost ? undefined : (xiangqi.readMove(position, word) ?? xiangqi.readIllegalMove!(position, word))
    if (move === undefined) {
      if (!isLost) issues.add('xiangqi/unread-move', 'error', { text: shorten(word) }, { node: index })
      isLost = true
      nodes.push({ parent: index - 1, unread: { text: word } })
      continue
    }
    xiangqi.play(position, move)
    nodes.push({ parent: index - 1, move })
  }
  return nodes
}
