/**
 * The record without its notes: it stays the same while only notes and the header change, as they do with every key
 * typed.
 */
import { computed } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { MoveNode } from '../../../../src/model/tree.ts'
import { record } from '../editing/editing.ts'

let last: GameRecord | undefined

/** A record with the moves of the one on the board; its notes may be outdated. */
export const played = computed<GameRecord | undefined>(() => {
  const shown = record.value
  if (!shown || !last || !hasSameMoves(shown, last)) last = shown
  return last
})

function hasSameMoves(left: GameRecord, right: GameRecord): boolean {
  return (
    left.game === right.game &&
    left.variant === right.variant &&
    left.setup === right.setup &&
    left.size === right.size &&
    left.nodes.length === right.nodes.length &&
    left.nodes.every((node, index) => node === right.nodes[index] || plays(node, right.nodes[index]!))
  )
}

/** Whether two nodes change the position and the move count in the same way. */
function plays(left: MoveNode, right: MoveNode): boolean {
  return (
    left.parent === right.parent &&
    left.move === right.move &&
    left.moveNumber === right.moveNumber &&
    left.edits === right.edits &&
    left.turn === right.turn
  )
}
