/** Adding and removing stones and discs by hand: edits of the position, not moves. */
import type { Edit } from '../model/annotation.ts'
import type { Colour } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { changeEdits, deleteLine, isEditable, subtreeEnd, type Edited } from '../model/tree-edit.ts'
import { isPlayable } from './play-move.ts'
import { positionAt } from './replay.ts'
import type { Position, Rules } from './rules.ts'

/** Whether stones can be put on the board at a node: the game has edits, and the position is known. */
export function isSetUpPossible<P extends Position>(rules: Rules<P>, record: GameRecord, at: number): boolean {
  return rules.edit !== undefined && isPlayable(record, at)
}

/**
 * Puts a stone on a point without captures and without changing whose turn it is. If the node plays a move, the stones
 * go on a new node after it. Restoring what a point held before the node removes its edit, and a last node that is then
 * empty is removed.
 * @param piece `1` or `2`, '' to clear the point
 */
export function putStone<P extends Position>(
  rules: Rules<P>,
  record: GameRecord,
  at: number,
  square: number,
  piece: string,
): Edited {
  if (positionAt(rules, record, at).pieceAt(square) === piece) return { record, node: at }
  const node = record.nodes[at]!
  if (!isEditable(node)) return changeEdits(record, at, withPoint([], square, piece))
  const others = (node.edits ?? []).flatMap(({ squares, piece }) => {
    const kept = squares.filter((other) => other !== square)
    return kept.length > 0 ? [{ squares: kept, piece }] : []
  })
  const isAsBefore = positionBefore(rules, record, at).pieceAt(square) === piece
  return settle(changeEdits(record, at, isAsBefore ? others : withPoint(others, square, piece), node.turn))
}

/** Sets who moves at a node, as an edit of the position; a last node that is then empty is removed. */
export function setTurn<P extends Position>(rules: Rules<P>, record: GameRecord, at: number, turn: Colour): Edited {
  if (positionAt(rules, record, at).turn === turn) return { record, node: at }
  const node = record.nodes[at]!
  if (!isEditable(node)) return changeEdits(record, at, [], turn)
  const isAsBefore = positionBefore(rules, record, at).turn === turn
  return settle(changeEdits(record, at, node.edits ?? [], isAsBefore ? undefined : turn))
}

/** The position to which a node without a move applies its edits. */
function positionBefore<P extends Position>(rules: Rules<P>, record: GameRecord, at: number): P {
  return at === 0 ? rules.start(record) : positionAt(rules, record, record.nodes[at]!.parent)
}

/** Removes a node whose edits were all undone, if nothing else is on it and nothing follows. */
function settle(edited: Edited): Edited {
  const { record, node } = edited
  const saysNothing = Object.keys(record.nodes[node]!).every((field) => field === 'parent')
  const isLast = subtreeEnd(record.nodes, node) === node + 1
  return node > 0 && saysNothing && isLast ? deleteLine(record, node) : edited
}

function withPoint(edits: readonly Edit[], square: number, piece: string): Edit[] {
  const known = edits.find((edit) => edit.piece === piece)
  if (!known) return [...edits, { squares: [square], piece }]
  return edits.map((edit) => (edit === known ? { piece, squares: [...edit.squares, square] } : edit))
}
