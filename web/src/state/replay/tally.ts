/** What is counted beside the names of the players: discs, prisoners, captured pieces. */
import { computed } from '@preact/signals'
import { otherColour, type Colour } from '../../../../src/model/move.ts'
import { GoPosition } from '../../../../src/rules/go/position.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { position, record } from './replay.ts'

export interface Tally {
  /** Discs on the board, or stones captured. */
  count?: number
  /** Captured pieces, the most valuable first, each as its letter. */
  captured: readonly string[]
  /** How much more the player captured than the other, in pawns; 0 unless it is more. */
  lead: number
}

/** Usual values, from the most valuable piece down. */
const CHESS_VALUES: Readonly<Record<string, number>> = { q: 9, r: 5, b: 3, n: 3, p: 1 }
const XIANGQI_VALUES: Readonly<Record<string, number>> = { r: 9, c: 4.5, n: 4, b: 2, a: 2, p: 1 }

/** The tallies of colours 1 and 2. */
export const tallies = computed<readonly [Tally, Tally] | undefined>(() => {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands) return undefined
  if (shown.game === 'othello')
    return both((colour) => ({ count: countOn(stands, String(colour)), captured: [], lead: 0 }))
  if (shown.game === 'go') {
    if (!(stands instanceof GoPosition)) return undefined
    const { prisoners } = stands
    return both((colour) => ({ count: prisoners[otherColour(colour) - 1]!, captured: [], lead: 0 }))
  }
  const values = shown.game === 'chess' ? CHESS_VALUES : XIANGQI_VALUES
  let start: Position
  try {
    start = rulesOf(shown.game).start(shown)
  } catch {
    return undefined
  }
  const captured = both((colour) => capturedBy(colour, start, stands, values))
  const worth = captured.map((pieces) => pieces.reduce((sum, piece) => sum + values[piece.toLowerCase()]!, 0))
  return both((colour) => ({
    captured: captured[colour - 1]!,
    lead: Math.max(0, worth[colour - 1]! - worth[otherColour(colour) - 1]!),
  }))
})

function both<Value>(make: (colour: Colour) => Value): [Value, Value] {
  return [make(1), make(2)]
}

function countOn(position: Position, piece: string): number {
  let count = 0
  for (let square = 0; square < position.columns * position.rows; square++) {
    if (position.pieceAt(square) === piece) count++
  }
  return count
}

/** The pieces of the other colour that were there at the start and are no more; a promoted pawn counts as none. */
function capturedBy(
  colour: Colour,
  start: Position,
  stands: Position,
  values: Readonly<Record<string, number>>,
): readonly string[] {
  const letters = Object.keys(values).map((letter) => (colour === 1 ? letter : letter.toUpperCase()))
  const missing = letters.map((letter) => countOn(start, letter) - countOn(stands, letter))
  // More of a piece than at the start: as many pawns were promoted.
  const promoted = missing.reduce((sum, count) => sum + Math.max(0, -count), 0)
  return letters.flatMap((letter, index) => {
    const count = missing[index]! - (letter.toLowerCase() === 'p' ? promoted : 0)
    return Array.from({ length: Math.max(0, count) }, () => letter)
  })
}
