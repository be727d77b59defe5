/** Examines a record: its start position, and every move up to the first bad one of each line. */
import { isPass, moveFrom } from '../../../../src/model/move.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionFault } from '../../../../src/rules/position-fault.ts'
import { replay } from '../../../../src/rules/replay.ts'
import type { Position, Rules } from '../../../../src/rules/rules.ts'
import type { Move } from '../../../../src/model/move.ts'
import type { Word } from '../../words/index.ts'
import type { Doubts } from './doubts.ts'

/** What is wrong with a record; undefined if nothing is, or if its start position cannot be read at all. */
export function findDoubts(record: GameRecord): Doubts | undefined {
  const { game, nodes } = record
  const rules = rulesOf(game)
  const bad = new Map<number, Word>()
  const after = new Uint8Array(nodes.length)
  let start: Doubts['start']
  try {
    replay(rules, record, (position, { parent, move, unread }, index) => {
      if (index === 0) start = kingFault(position)
      if (after[parent] || bad.has(parent)) after[index] = 1
      else if (unread) bad.set(index, 'unreadMove')
      // Annotators show threats by moves of nobody.
      else if (move !== undefined && !isPass(move) && !rules.isLegal(position, move)) {
        bad.set(index, whyIllegal(game, rules, position, move))
      }
    })
  } catch {
    return undefined
  }
  return bad.size > 0 || start ? { record, bad, after, start } : undefined
}

/** The message about a missing king, or too many; other oddities of positions are for those who examine files. */
function kingFault(position: Position): Doubts['start'] {
  const fault = positionFault(position)
  return fault?.reason === 'king' ? fault.message : undefined
}

function whyIllegal(game: Game, rules: Rules, position: Position, move: Move): Word {
  if (game === 'go' || game === 'othello') return 'notFree'
  const piece = position.pieceAt(moveFrom(move))
  if (piece === '') return 'nothingToMove'
  if ((piece === piece.toUpperCase()) !== (position.turn === 1)) return 'notYourPiece'
  const next = rules.clone(position)
  rules.play(next, move)
  return positionFault(next)?.reason === 'check' ? 'staysInCheck' : 'notThere'
}
