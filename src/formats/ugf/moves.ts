/** Moves of UGF files, in [Data] and in figures. docs/formats/ugf.md, Moves. */
import { isPass, makePass, makePlacement, moveTo, type Colour, type Move } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { UgfBoard } from './header.ts'

/** A line `QP,B1,1,0`: point, colour and player, number, seconds, and possibly the time used so far. */
export interface MoveLine {
  colour: Colour
  /** Undefined for a point that is not on the board. */
  move: Move | undefined
  /** 0 for stones of the set-up. */
  number: number
  seconds: number
  used: number | undefined
}

const MOVE =
  /^\s*([A-Z])([A-Z]),(?:([BW])[0-9]?|MK),([0-9]{1,5}),([0-9]{1,6})(?:\s*'([0-9]{1,3}):([0-9]{2}):([0-9]{2}))?\s*$/

/** Reads a move; undefined if the line is not one. */
export function parseMoveLine(line: string, board: UgfBoard): MoveLine | undefined {
  const match = MOVE.exec(line)
  if (!match) return undefined
  const number = Number(match[4])
  // A line without a colour occurs as a pass at the end: its side follows from its number.
  const colour: Colour = match[3] === undefined ? (number % 2 === 1 ? 1 : 2) : match[3] === 'B' ? 1 : 2
  const hours = match[6] === undefined ? undefined : Number(match[6]) * 3600 + Number(match[7]) * 60 + Number(match[8])
  return {
    colour,
    move: readPoint(match[1]!, match[2]!, colour, board),
    number,
    seconds: Number(match[5]),
    used: hours,
  }
}

/** A point by its letters; columns Y and Z stand for a pass. */
function readPoint(column: string, row: string, colour: Colour, board: UgfBoard): Move | undefined {
  if (column === 'Y' || column === 'Z') return makePass(colour)
  const square = squareOf(column.charCodeAt(0) - 0x40, row.charCodeAt(0) - 0x40, board)
  return square === undefined ? undefined : makePlacement(square, colour)
}

/** The square of a column and row, counted from 1; undefined off the board. */
export function squareOf(column: number, row: number, { side, fromBottom }: UgfBoard): number | undefined {
  const isOnBoard = column >= 1 && row >= 1 && column <= side && row <= side
  return isOnBoard ? (fromBottom ? side - row : row - 1) * side + column - 1 : undefined
}

/** Stones of a set-up by colour, as edits of a node. */
export function addStone(node: MoveNode, colour: Colour, square: number): void {
  const piece = String(colour)
  const edits = (node.edits ??= [])
  const edit = edits.find((other) => other.piece === piece)
  if (edit) edit.squares.push(square)
  else edits.push({ squares: [square], piece })
}

/** Reads [Data]: the main line. Returns the node of every move by its number, the root at 0. */
export function readData(
  lines: readonly string[],
  board: UgfBoard,
  record: GameRecord,
  issues: IssueCollector,
): number[] {
  const { nodes } = record
  const main = [0]
  for (const line of lines) {
    const parsed = parseMoveLine(line, board)
    if (!parsed) {
      if (line.trim() !== '') issues.add('ugf/unknown-line', 'info', { line: shorten(line.trim()) })
      continue
    }
    const { colour, move, number, seconds, used } = parsed
    if (number === 0 && move !== undefined) {
      if (isPass(move)) issues.add('ugf/unknown-line', 'info', { line: shorten(line.trim()) })
      else addStone(nodes[0]!, colour, moveTo(move))
      continue
    }
    const node: MoveNode = { parent: main.at(-1)! }
    if (move !== undefined) node.move = move
    else {
      node.unread = { text: line }
      issues.add('ugf/unread-move', 'error', { line: shorten(line) }, { node: nodes.length })
    }
    if (seconds > 0) node.clock = { spent: seconds }
    if (used !== undefined) node.clock = { ...node.clock, used }
    main.push(nodes.push(node) - 1)
  }
  return main
}
