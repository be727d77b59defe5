/** Moves, changes to the position, and who is to move. docs/formats/sgf.md, Properties. */
import { moveColour, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatMove, formatPoint, isOnBoard, parseMove, parsePoints } from './board.ts'
import { formatNumber, parseNumber, type Property } from './property.ts'
import { isClosedValue } from './text.ts'

const COLOUR_LETTERS = ['', 'B', 'W'] as const

function moveProperty(colour: Colour): Property<MoveNode> {
  const id = COLOUR_LETTERS[colour]
  return {
    id,
    read(node, [value = ''], { board }) {
      const move = parseMove(value, colour, board)
      if (move === undefined) node.unread = { text: `${id}[${value}]` }
      else node.move = move
    },
    write(node, { board }) {
      const { move, unread } = node
      const value = move === undefined ? rawValue(unread?.text, id) : formatMove(move, board)
      const isOwn = move === undefined || moveColour(move) === colour
      return isOwn && value !== undefined ? [value] : undefined
    },
  }
}

/** The value of an unread move, from its text `B[zz]`. */
function rawValue(text: string | undefined, id: string): string | undefined {
  if (!text?.startsWith(`${id}[`) || !text.endsWith(']')) return undefined
  const value = text.slice(id.length + 1, -1)
  return isClosedValue(value) ? value : undefined
}

export const BLACK_MOVE = moveProperty(1)
export const WHITE_MOVE = moveProperty(2)

function editProperty(id: string, piece: string): Property<MoveNode> {
  return {
    id,
    read(node, values, { board, budget }) {
      const squares = parsePoints(values, board, budget)
      if (squares.length === 0) return
      const edit = node.edits?.find((other) => other.piece === piece)
      if (edit) for (const square of squares) edit.squares.push(square)
      else (node.edits ??= []).push({ squares, piece })
    },
    write(node, { board, setup }) {
      const squares = setup
        ? setup.squares[piece]
        : node.edits?.filter((edit) => edit.piece === piece).flatMap((edit) => edit.squares)
      const named = squares?.filter((square) => isOnBoard(square, board))
      return named && named.length > 0 ? named.map((square) => formatPoint(square, board)) : undefined
    },
  }
}

export const EDIT_PROPERTIES: readonly Property<MoveNode>[] = [
  editProperty('AB', '1'),
  editProperty('AW', '2'),
  editProperty('AE', ''),
]

export const TURN: Property<MoveNode> = {
  id: 'PL',
  read(node, [value = '']) {
    const letter = value.trim().toUpperCase()
    if (letter === 'B' || letter === 'BLACK' || letter === '1') node.turn = 1
    if (letter === 'W' || letter === 'WHITE' || letter === '2') node.turn = 2
  },
  write(node, { setup }) {
    const turn = setup ? setup.turn : node.turn
    return turn === undefined ? undefined : [COLOUR_LETTERS[turn]]
  },
}

export const MOVE_NUMBER: Property<MoveNode> = {
  id: 'MN',
  read(node, [value = '']) {
    const number = parseNumber(value)
    if (Number.isSafeInteger(number)) node.moveNumber = number!
  },
  write: ({ moveNumber }) => (moveNumber === undefined ? undefined : [formatNumber(moveNumber)]),
}
