/** Makes a game of its main line in the position index (positions/main-line.ts), which is all that is left of its moves. */
import type { Edit } from '../../model/annotation.ts'
import { makePass, makePlacement, type Colour, type Move } from '../../model/move.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import {
  hasStones,
  LAST_EVENT,
  LINE_HEAD,
  MAN_SHIFT,
  MEN,
  PASS_VALUE,
  SECOND_BEGINS,
  SET_UP_EVENT,
  SQUARE_MASK,
  STONE_SHIFT,
} from '../../positions/main-line.ts'
import { decodeMove } from '../../positions/move-code.ts'

/** Boards whose size is not told. */
const USUAL_SIDES: Readonly<Record<Game, number>> = { chess: 8, xiangqi: 9, go: 19, othello: 8 }

/** Bits of the square in an event that sets up a man. */
const MAN_SQUARE_MASK = (1 << MAN_SHIFT) - 1

/** The nodes of a main line, with the size and the start position that it tells. */
export function gameOfLine(game: Game, words: Uint16Array): Pick<GameRecord, 'nodes' | 'setup' | 'size'> {
  const [columns, rows] = [words[0]! & 0xff, words[0]! >>> 8]
  const turn: Colour = (words[1]! & SECOND_BEGINS) === 0 ? 1 : 2
  const count = words[1]! & ~SECOND_BEGINS
  const men = words.subarray(LINE_HEAD, LINE_HEAD + Math.max(0, count - 1))
  const played = words.subarray(LINE_HEAD + men.length)
  const size = columns !== USUAL_SIDES[game] && { size: { columns, rows } }
  if (hasStones(game)) {
    const start = game === 'othello' && count > 0 ? { setup: discs(men, columns * rows, turn) } : undefined
    const nodes: MoveNode[] = [{ parent: -1, ...(game === 'go' && men.length > 0 && { edits: editsOf(men) }) }]
    if (game === 'go' && turn === 2) nodes[0]!.turn = 2
    addStones(nodes, played)
    return { ...size, ...start, nodes }
  }
  const moves = [...played].map((code) => decodeMove(game, code)).filter((move) => move !== undefined)
  const nodes: MoveNode[] = [{ parent: -1 }, ...moves.map((move, parent) => ({ parent, move }))]
  return { ...(count > 0 && { setup: fenOf(game, men, columns, rows, turn) }), nodes }
}

/** The FEN of men that are set up; who may castle is not known. */
function fenOf(game: Game, men: Uint16Array, columns: number, rows: number, turn: Colour): string {
  const letters = Array.from<string>({ length: columns * rows }).fill('')
  for (const event of men) {
    letters[event & MAN_SQUARE_MASK] = MEN[game][((event & ~SET_UP_EVENT & ~LAST_EVENT) >> MAN_SHIFT) - 1] ?? ''
  }
  const ranks: string[] = []
  for (let row = rows - 1; row >= 0; row--) {
    const rank = letters.slice(row * columns, (row + 1) * columns).map((letter) => (letter === '' ? ' ' : letter))
    ranks.push(rank.join('').replaceAll(/ +/g, (empty) => String(empty.length)))
  }
  return `${ranks.join('/')} ${turn === 1 ? 'w' : 'b'} - - 0 1`
}

/** A board of Othello as text. */
function discs(men: Uint16Array, squares: number, turn: Colour): string {
  const board = Array.from<string>({ length: squares }).fill('-')
  for (const event of men) board[event & SQUARE_MASK] = '-XO'[valueOf(event)] ?? '-'
  return `${board.join('')} ${turn === 1 ? 'X' : 'O'}`
}

function valueOf(event: number): number {
  return (event >> STONE_SHIFT) & 3
}

/** Stones that are set up, those of one colour together. */
function editsOf(events: Iterable<number>): Edit[] {
  const squares = new Map<string, number[]>()
  for (const event of events) {
    const value = valueOf(event)
    const piece = value === 0 ? '' : String(value)
    squares.set(piece, [...(squares.get(piece) ?? []), event & SQUARE_MASK])
  }
  return [...squares].map(([piece, all]) => ({ squares: all, piece }))
}

/** Adds the moves of stones, and what is set up between them. */
function addStones(nodes: MoveNode[], events: Uint16Array): void {
  for (let at = 0; at < events.length;) {
    let end = at
    while (end < events.length - 1 && (events[end]! & LAST_EVENT) === 0) end++
    const first = events[at]!
    const parent = nodes.length - 1
    if ((first & SET_UP_EVENT) !== 0) {
      const edits = editsOf(events.subarray(at, end + 1))
      if (parent === 0 && !nodes[0]!.edits) nodes[0]!.edits = edits
      else nodes.push({ parent, edits })
    } else nodes.push({ parent, move: moveOf(first) })
    at = end + 1
  }
}

/** The move of its first event. */
function moveOf(event: number): Move {
  if (valueOf(event) === PASS_VALUE) return makePass((event & SQUARE_MASK) as Colour)
  return makePlacement(event & SQUARE_MASK, valueOf(event) as Colour)
}
