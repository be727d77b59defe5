/** The stream of moves: numbers, variations and marks of annotations. docs/formats/cbf.md, Moves. */
import type { Message } from '../../issues/catalogue.ts'
import { makeMessage } from '../../issues/issue.ts'
import type { MoveNode } from '../../model/tree.ts'
import { isLegalMove, type ChessPosition } from '../../rules/chess/index.ts'
import { moveOfNumber, NOWHERE, passedAfter, PHANTOM } from './numbering.ts'
import type { Profile } from './profile.ts'

/** Codes that are no moves. */
const VARIATION = 0xff
const END_OF_LINE = 0x80
const NUMBER = 0x7f

/** Deepest nesting of variations. */
const MAX_DEPTH = 1 << 12

/** What a stream says. */
export interface DecodedMoves {
  /** The nodes in the order of the stream: a variation comes right after the move it replaces. */
  nodes: MoveNode[]
  /** The nodes that have an annotation, in order. */
  annotated: number[]
  /** Offset of the byte at which reading ended. */
  at: number
  /** What is wrong there; absent when the moves ended as they should. */
  fault?: Message
  /** Bytes that follow the end. */
  rest: number
}

/** Where a variation leaves its line. */
interface Branch {
  /** The move that it replaces, to go on from when it has ended. */
  node: number
  passed: number
}

/**
 * Decodes the stream of a game, playing every move on `position`, which is left where reading ends.
 * @param enPassant the square passed before the first move, or NOWHERE
 */
export function decodeMoves(
  bytes: Uint8Array,
  position: ChessPosition,
  enPassant: number,
  profile: Profile,
): DecodedMoves {
  const nodes: MoveNode[] = [{ parent: -1 }]
  const annotated: number[] = []
  const branches: Branch[] = []
  /** The square passed before each node's move. */
  const passedBefore: number[] = [NOWHERE]
  let passed = enPassant
  let current = 0
  const end = (at: number, fault?: Message): DecodedMoves => ({
    nodes,
    annotated,
    at,
    rest: Math.max(0, bytes.length - at),
    ...(fault && { fault }),
  })
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === VARIATION) {
      if (current === 0) return end(at, makeMessage('cbf-moves/no-move-before', {}))
      if (branches.length === MAX_DEPTH) return end(at, makeMessage('fault/depth', {}))
      branches.push({ node: current, passed })
      passed = passedBefore[current]!
      current = nodes[current]!.parent
      position.undo()
      continue
    }
    if ((byte & NUMBER) === 0) {
      const branch = branches.pop()
      // A zero ends the game wherever it stands.
      if (byte !== END_OF_LINE || !branch) return end(at + 1, branch && makeMessage('cbf-moves/open-variation', {}))
      // Back to where the variation left, then over the move it replaces.
      const target = nodes[branch.node]!
      while (current !== target.parent) {
        position.undo()
        current = nodes[current]!.parent
      }
      position.play(target.move!)
      current = branch.node
      passed = branch.passed
      continue
    }
    const number = byte & NUMBER
    const move = moveOfNumber(position, number, passed, profile)
    if (move === PHANTOM) return end(at, makeMessage('cbf-moves/phantom', { number }))
    if (move < 0) return end(at, makeMessage('cbf-moves/number', { number }))
    if (!isLegalMove(position, move)) return end(at, makeMessage('cb-moves/illegal', {}))
    passedBefore.push(passed)
    passed = passedAfter(position, move, passed, profile)
    current = nodes.push({ parent: current, move }) - 1
    if ((byte & END_OF_LINE) !== 0) annotated.push(current)
    position.play(move)
  }
  return end(bytes.length, branches.length > 0 ? makeMessage('cbf-moves/open-variation', {}) : undefined)
}
