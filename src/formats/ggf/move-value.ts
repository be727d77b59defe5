/** The value of a move, `d3/2.39/0.01`: the square, the evaluation by the mover's program, and the seconds spent. */
import { isPass, moveTo, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatOthelloSquare, isOthelloPass, parseOthelloSquare } from '../../rules/othello/index.ts'
import { readNumber, readSpan } from './header-properties.ts'

/** The contents of a value. */
export interface MoveValue {
  /** Undefined if there is none; `pass` for a pass. */
  square: number | 'pass' | undefined
  text: string
  /** Discs, as the mover sees it. */
  evaluation: number | undefined
  /** Seconds. */
  spent: number | undefined
}

export function parseMoveValue(value: string, side: number): MoveValue {
  const [text = '', evaluation = '', spent = ''] = value.split('/')
  const trimmed = text.trim()
  return {
    square: isOthelloPass(trimmed) ? 'pass' : parseOthelloSquare(trimmed, side, side),
    text: trimmed,
    evaluation: readNumber(evaluation),
    spent: readSpan(spent),
  }
}

/**
 * The value of a node whose move was made by a colour; undefined for a node without a move. Squares are written in
 * lower case, or in capitals.
 */
export function formatMoveValue(
  node: MoveNode,
  colour: Colour,
  columns: number,
  inCapitals: boolean,
): string | undefined {
  const { move, unread, evaluation, clock } = node
  let text = unread?.text
  if (move !== undefined) text = isPass(move) ? 'PA' : formatOthelloSquare({ columns }, moveTo(move))
  if (move !== undefined && inCapitals) text = text!.toUpperCase()
  if (text === undefined) return undefined
  const discs = evaluation?.centipawns === undefined ? '' : formatEvaluation(evaluation.centipawns, colour)
  const spent = clock?.spent === undefined ? '' : clock.spent.toFixed(2)
  if (spent !== '') return `${text}/${discs}/${spent}`
  return discs === '' ? text : `${text}/${discs}`
}

/** Converts an evaluation of the record, in hundredths from Black's point of view, to the mover's. */
function formatEvaluation(centipawns: number, colour: Colour): string {
  const discs = (colour === 1 ? centipawns : -centipawns) / 100
  // No minus before zero.
  return (discs === 0 ? 0 : discs).toFixed(2)
}
