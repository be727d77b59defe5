/**
 * Colours of moves. SGF gives the colour of every move; Othello records leave it to the rules, which know who has to
 * pass. docs/formats/sgf.md, Othello.
 */
import { isPass, makePass, makePlacement, moveColour, moveTo, otherColour, type Move } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { walk } from '../../model/tree.ts'
import { othello, recordedPass, type OthelloPosition } from '../../rules/othello/index.ts'

/** Removes the colour from every move made by the side to move. */
export function leaveColoursToRules(record: GameRecord): void {
  eachMove(record, (move, position) => {
    const colour = moveColour(move)
    if (isPass(move)) {
      const usual = recordedPass(position)
      return colour === (moveColour(usual) || position.turn) ? usual : move
    }
    return colour === position.turn ? makePlacement(moveTo(move)) : move
  })
}

/** Names the colour of every move. */
export function nameColours(record: GameRecord): void {
  eachMove(record, (move, position) => {
    if (moveColour(move) !== 0) return move
    return isPass(move) ? makePass(position.turn) : makePlacement(moveTo(move), position.turn)
  })
}

/** Replaces every move by the result of `change`, given the position before it. */
function eachMove(record: GameRecord, change: (move: Move, position: OthelloPosition) => Move): void {
  walk(
    record.nodes,
    othello.start(record),
    (position) => position.clone(),
    (position, node) => {
      if (node.edits ?? node.turn) othello.edit!(position, node.edits ?? [], node.turn)
      if (node.move === undefined) return
      node.move = change(node.move, position)
      position.play(node.move)
    },
  )
}

/** Names the colour of every Go move: the turn follows from the last move or from what the record sets. */
export function nameAlternatingColours(record: GameRecord, first: 1 | 2): void {
  const turns = new Uint8Array(record.nodes.length)
  record.nodes.forEach((node, index) => {
    const turn = (node.turn ?? (index === 0 ? first : turns[node.parent]!)) as 1 | 2
    turns[index] = turn
    const { move } = node
    if (move === undefined) return
    const colour = moveColour(move) || turn
    turns[index] = otherColour(colour)
    if (moveColour(move) === 0) node.move = isPass(move) ? makePass(colour) : makePlacement(moveTo(move), colour)
  })
}
