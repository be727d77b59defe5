/**
 * Moves on positions that the rules of chess do not know, such as pawn skeletons without kings: each word is two
 * squares, and either side may move. docs/formats/2cbh.md, Free positions.
 */
import { makeMessage } from '../../../issues/issue.ts'
import { makeMove, PASS } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import type { Ending } from './decoder.ts'
import { WORD } from './words.ts'

/** Bits of a word that have no known use. */
const UNKNOWN_BITS = 0xf000

const MAX_FORKS = 1 << 16

/** What the words of a game say. */
export interface FreeMoves {
  nodes: MoveNode[]
  ending: Ending
  /** How many moves begin on an empty square. */
  fromNowhere: number
}

/**
 * Reads moves from `words[start]` on. A move of the side that is not to move names its colour.
 * A move from an empty square stays in the tree, as one that changes nothing but the side to move.
 */
export function readFreeMoves(words: Uint16Array, start: number, position: ChessPosition): FreeMoves {
  const nodes: MoveNode[] = [{ parent: -1 }]
  const forks: { node: number; ply: number }[] = []
  let fromNowhere = 0
  let current = 0
  for (let at = start; at < words.length; at++) {
    const word = words[at]!
    if (word === WORD.end) {
      const fork = forks.pop()
      if (!fork) return { nodes, fromNowhere, ending: { at: at + 1 } }
      while (position.ply > fork.ply) position.undo()
      current = fork.node
      continue
    }
    const isPass = word === WORD.pass
    if (!isPass && (word & UNKNOWN_BITS) !== 0) {
      return { nodes, fromNowhere, ending: { at, fault: makeMessage('cb-moves/no-move', { code: word }) } }
    }
    const isForked = words[at + 1] === WORD.fork
    if (isForked && forks.push({ node: current, ply: position.ply }) > MAX_FORKS) {
      return { nodes, fromNowhere, ending: { at, fault: makeMessage('fault/depth', {}) } }
    }
    const from = turnSquare(word & 63)
    const mover = isPass ? 0 : position.board[from]! >> 3
    if (!isPass && mover === 0) fromNowhere++
    const colour = mover === position.turn ? 0 : mover
    const move = isPass ? PASS : makeMove(from, turnSquare((word >> 6) & 63)) | (colour << 27)
    current = nodes.push({ parent: current, move }) - 1
    position.play(move)
    if (isForked) at++
  }
  return { nodes, fromNowhere, ending: { at: words.length, fault: makeMessage('cb-moves/cut', {}) } }
}
