/** What the board shows of the moves around the current one: numbers of stones, and the moves that come next. */
import { computed } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo } from '../../../../src/model/move.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { hasMoveNumbers, hasNextMoves } from '../page/settings.ts'
import { links, node, position, record, writtenMoves } from './replay.ts'

/** The numbers on the stones of Go and Othello by square: of the last move there, while its stone stands. */
export const stoneNumbers = computed<ReadonlyMap<number, string>>(() => {
  const numbers = new Map<number, string>()
  const [shown, stands] = [record.value, position.value]
  if (hasMoveNumbers.value === 'no' || !shown || !stands) return numbers
  for (const at of pathTo(shown.nodes, node.value)) {
    const { move } = shown.nodes[at]!
    if (move === undefined || isPass(move) || !isPlacement(move)) continue
    if (stands.pieceAt(moveTo(move)) === '') continue
    numbers.set(moveTo(move), writtenMoves.value[at]?.number ?? '')
  }
  return numbers
})

/** Marks of the moves that follow, where there is a choice. */
export const nextMoveMarks = computed<readonly Mark[]>(() => {
  const shown = record.value
  if (hasNextMoves.value === 'no' || !shown) return []
  const { first, next } = links.value
  const moves: Mark[] = []
  for (let child = first[node.value] ?? -1; child >= 0; child = next[child]!) {
    const { move } = shown.nodes[child]!
    if (move === undefined || isPass(move)) continue
    if (isPlacement(move)) moves.push({ shape: 'circle', at: moveTo(move), paint: 'blue' })
    else moves.push({ shape: 'arrow', at: moveFrom(move), to: moveTo(move), paint: 'blue' })
  }
  return moves.length > 1 ? moves : []
})
