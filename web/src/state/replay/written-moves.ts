/** The moves of a record as the list of moves has them: numbered, in a notation. */
import { moveColour, otherColour, type Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { replay } from '../../../../src/rules/replay.ts'
import type { NotationStyle } from '../../../../src/rules/rules.ts'

/** A move in the list of moves. */
export interface WrittenMove {
  /** The move; as the source has it, or in words, if it cannot be read. */
  text: string
  /** Number before the move, and whether it is only written if no move precedes it. */
  number: string
  isNumbered: boolean
  /** Who made it. */
  colour: Colour
}

/**
 * The moves of a record by node, up to the first from which no position follows. A move that cannot be read changes no
 * position, but it was made: the moves after it count it, and are those of the other side. Without a text of its own it
 * is written as `unreadable`.
 */
export function writeMoves(
  record: GameRecord,
  style: NotationStyle,
  unreadable: string,
): readonly (WrittenMove | undefined)[] {
  const { nodes, game } = record
  const rules = rulesOf(game)
  const written: (WrittenMove | undefined)[] = new Array(nodes.length).fill(undefined)
  /** Moves before each node that could not be read, or how far the record's own numbers are from their count. */
  const missed = new Int32Array(nodes.length)
  try {
    replay(rules, record, (position, { parent, move, unread, moveNumber, turn }, index) => {
      const isPaired = position.moveNumber !== undefined
      const isMissed = index > 0 && nodes[parent]!.unread !== undefined
      let before = index === 0 ? 0 : missed[parent]! + (isMissed ? 1 : 0)
      // Where the record says who is to move, or the position can be told, nothing is left to be made up for.
      if (isPaired && turn !== undefined) before += before % 2
      if (isMissed && turn === undefined) rules.edit?.(position, [], otherColour(position.turn))
      // A number that the record gives counts for the moves after it too.
      if (!isPaired && moveNumber !== undefined) before = moveNumber - position.ply - 1
      missed[index] = before
      if (move === undefined && !unread) return
      const toMove = isPaired && before % 2 === 1 ? otherColour(position.turn) : position.turn
      const colour = (move !== undefined && moveColour(move)) || toMove
      const text = move === undefined ? (unread?.text ?? unreadable) : rules.writeMove(position, move, style)
      if (isPaired) {
        const count = moveNumber ?? Math.floor((2 * position.moveNumber + position.turn - 1 + before) / 2)
        written[index] = { text, number: toMove === 1 ? `${count}.` : `${count}…`, isNumbered: toMove === 1, colour }
      } else written[index] = { text, number: String(position.ply + before + 1), isNumbered: true, colour }
    })
  } catch {
    return written
  }
  return written
}
