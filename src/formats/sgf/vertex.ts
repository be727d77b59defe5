/** Points as programs of Go name them: `Q16`, a letter without I and the row from the bottom. */
import { makePass, makePlacement, otherColour, type Colour, type Move } from '../../model/move.ts'
import type { Board } from './board.ts'

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

/** The longest line of moves that is read. */
const MAX_LINE = 1000

/** The moves of a line, by turns from `turn` on, up to the first word that names none. */
export function parseVertices(words: readonly string[], turn: Colour, board: Board): Move[] {
  const moves: Move[] = []
  let colour = turn
  for (const word of words.slice(0, MAX_LINE)) {
    const move = parseVertex(word, colour, board)
    if (move === undefined) break
    moves.push(move)
    colour = otherColour(colour)
  }
  return moves
}

function parseVertex(word: string, colour: Colour, { columns, rows }: Board): Move | undefined {
  if (/^pass$/i.test(word)) return makePass(colour)
  const match = /^([a-hj-z]{1,2})([0-9]{1,3})$/i.exec(word)
  if (!match) return undefined
  let column = 0
  for (const letter of match[1]!.toUpperCase()) column = column * LETTERS.length + LETTERS.indexOf(letter) + 1
  const row = rows - Number(match[2])
  return column <= columns && row >= 0 && row < rows ? makePlacement(row * columns + column - 1, colour) : undefined
}
