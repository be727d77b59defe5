/** Othello games for tests, made by random legal play. */
import type { Move } from '../../src/model/move.ts'
import { othello, OthelloPosition } from '../../src/rules/othello/index.ts'
import { randomInt } from './random.ts'

/** A game of random legal moves, stopped after `plies` at the latest, and where it led. */
export function randomOthelloGame(
  random: () => number,
  columns = 8,
  rows = 8,
  plies = Infinity,
): { moves: Move[]; position: OthelloPosition } {
  const position = new OthelloPosition(columns, rows)
  const moves: Move[] = []
  for (let legal = othello.legal(position); legal.length > 0 && moves.length < plies; legal = othello.legal(position)) {
    const move = legal[randomInt(random, legal.length)]!
    othello.play(position, move)
    moves.push(move)
  }
  return { moves, position }
}
