/** Random xiangqi positions for tests: from games of random moves, and from scattered pieces. */
import { makeMove, type Move } from '../../src/model/move.ts'
import { xiangqi, type XiangqiPosition } from '../../src/rules/index.ts'
import { randomInt } from './random.ts'

/** Plays random legal moves from a position, as many as there are up to `plies`; returns them. */
export function playRandomly(position: XiangqiPosition, random: () => number, plies: number): Move[] {
  const played: Move[] = []
  for (let ply = 0; ply < plies; ply++) {
    const legal = xiangqi.legal(position)
    if (legal.length === 0) break
    const move = legal[randomInt(random, legal.length)]!
    xiangqi.play(position, move)
    played.push(move)
  }
  return played
}

/** Any move between two squares of the board, sensible or not. */
export function anyMove(random: () => number): Move {
  return makeMove(randomInt(random, 90), randomInt(random, 90))
}

/**
 * A position with pieces of the given letters scattered over all squares, in the palace or not, and a king
 * of each colour in its palace.
 */
export function scatter(random: () => number, letters: string, count: number): XiangqiPosition {
  const squares: string[] = Array.from({ length: 90 }, () => '1')
  for (let piece = 0; piece < count; piece++) {
    squares[randomInt(random, 90)] = letters[randomInt(random, letters.length)]!
  }
  squares[(7 + randomInt(random, 3)) * 9 + 3 + randomInt(random, 3)] = 'K'
  squares[randomInt(random, 3) * 9 + 3 + randomInt(random, 3)] = 'k'
  const ranks = Array.from({ length: 10 }, (_, rank) => squares.slice(rank * 9, rank * 9 + 9).join(''))
  return xiangqi.parse(`${ranks.join('/')} ${random() < 0.5 ? 'w' : 'b'}`)
}
