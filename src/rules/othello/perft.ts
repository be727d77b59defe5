import { makePlacement, PASS } from '../../model/move.ts'
import { countLines } from '../perft.ts'
import { EMPTY } from './geometry.ts'
import type { OthelloPosition } from './position.ts'
import { encloses } from './turn.ts'
import * as bits from './words.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { CHANGES, countBits, findMoves, flipsInColumn, flipsInFalling, flipsInRising, flipsInRow } = bits
const { moves, POSITION_WORDS, writeWords } = bits

/**
 * The number of sequences of `depth` moves, counted as in published results: a pass counts as a move, and a finished
 * game continues with passes.
 */
export function othelloPerft(position: OthelloPosition, depth: number): number {
  if (position.columns === 8 && position.rows === 8) {
    const words = new Int32Array(POSITION_WORDS * (depth + 1))
    writeWords(position.cells, position.next, words, 0)
    return countFrom(words, 0, depth)
  }
  return countLines(position, depth, generateMoves, position.geometry.squares)
}

/** Counts on the usual board; the positions of the line stand one behind the other. */
function countFrom(words: Int32Array, at: number, depth: number): number {
  if (depth === 0) return 1
  const after = at + POSITION_WORDS
  const ownUpper = words[at]!
  const ownLower = words[at + 1]!
  const enemyUpper = words[at + 2]!
  const enemyLower = words[at + 3]!
  if (!findMoves(ownUpper, ownLower, enemyUpper, enemyLower)) {
    if (depth === 1) return 1
    for (let word = 0; word < POSITION_WORDS; word++) words[after + word] = words[at + (word ^ 2)]!
    return countFrom(words, after, depth - 1)
  }
  const upper = moves[0]!
  const lower = moves[1]!
  if (depth === 1) return countBits(upper) + countBits(lower)
  let count = 0
  for (let half = 0; half < 2; half++) {
    for (let left = half === 0 ? upper : lower; left !== 0; left &= left - 1) {
      const disc = left & -left
      const square = half * 32 + 31 - Math.clz32(disc)
      const a = flipsInRow(half === 0 ? ownUpper : ownLower, half === 0 ? enemyUpper : enemyLower, square)
      const b = flipsInColumn(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const c = flipsInFalling(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const d = flipsInRising(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const flippedUpper = CHANGES[a]! | CHANGES[b]! | CHANGES[c]! | CHANGES[d]!
      const flippedLower = CHANGES[a + 1]! | CHANGES[b + 1]! | CHANGES[c + 1]! | CHANGES[d + 1]!
      words[after] = enemyUpper ^ flippedUpper
      words[after + 1] = enemyLower ^ flippedLower
      words[after + 2] = ownUpper ^ flippedUpper
      words[after + 3] = ownLower ^ flippedLower
      words[after + 2 + half]! |= disc
      count += countFrom(words, after, depth - 1)
    }
  }
  return count
}

/** Writes the moves of the side to move on any board; a pass if it has none. */
function generateMoves(position: OthelloPosition, into: Int32Array, start: number): number {
  const { cells, geometry, next } = position
  const { cellOf, rays, squares } = geometry
  let end = start
  for (let square = 0; square < squares; square++) {
    const cell = cellOf[square]!
    if (cells[cell] === EMPTY && encloses(cells, rays, cell, next)) into[end++] = makePlacement(square)
  }
  if (end === start) into[end++] = PASS
  return end
}
