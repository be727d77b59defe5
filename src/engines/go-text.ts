/** Points, colours and starts of Go as GTP and KataGo have them. */
import { isPass, moveColour, moveTo, otherColour, type Colour, type Move } from '../model/move.ts'
import { makePass, makePlacement } from '../model/move.ts'
import { formatGoSquare, go, type GoPosition } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { Task } from './task.ts'

/** The letters of the colours. */
export const LETTERS = ['', 'B', 'W'] as const

/** A move of a game, with its colour. */
export type Play = readonly [colour: 'B' | 'W', vertex: string]

/** The stones of the start of a task. */
export function startStones({ start }: Task): Play[] {
  const stones: Play[] = []
  for (let square = 0; square < start.columns * start.rows; square++) {
    const stone = start.pieceAt(square)
    if (stone === '1' || stone === '2') {
      stones.push([stone === '1' ? 'B' : 'W', formatGoSquare(start as GoPosition, square)])
    }
  }
  return stones
}

/** The moves of a task. */
export function plays({ start, moves }: Task): Play[] {
  let turn = start.turn
  return moves.map((move) => {
    const colour = moveColour(move) || turn
    turn = otherColour(colour)
    return [LETTERS[colour], isPass(move) ? 'pass' : formatGoSquare(start as GoPosition, moveTo(move))]
  })
}

/** Reads a vertex as a move of the side to move. */
export function readVertex(position: Position, text: string): Move | undefined {
  if (!/^(?:pass|[a-hj-z]{1,2}[0-9]{1,2})$/i.test(text)) return undefined
  const move = go.readMove(position as GoPosition, text, 'coordinate')
  return move === undefined ? undefined : withColour(move, position.turn)
}

function withColour(move: Move, colour: Colour): Move {
  return isPass(move) ? makePass(colour) : makePlacement(moveTo(move), colour)
}

/** The name of rules as engines know it; undefined for one they would not know. */
export function rulesName(name: string | undefined): string | undefined {
  const folded = name?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? ''
  if (folded.startsWith('jap')) return 'japanese'
  if (folded.startsWith('chin')) return 'chinese'
  if (folded.startsWith('kor')) return 'korean'
  if (folded === 'aga') return 'aga'
  if (folded.startsWith('tromp')) return 'tromp-taylor'
  return folded === 'nz' || folded === 'newzealand' ? 'new-zealand' : undefined
}
