/**
 * A small position index in memory: the positions of some games, with the moves played in each and what they brought.
 * Positions are found as in the index of the database, so transpositions and mirror images count together.
 */
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { imagesOf, ownImage } from '../positions/exploration.ts'
import { decodeMove, encodeMove } from '../positions/move-code.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { transformMove } from '../rules/symmetry.ts'
import { addPoints, emptyScore, type Points, type Score } from './scores.ts'

/** What is counted of a game. */
export interface CountedGame {
  id: number
  points: Points
  /** The year, 0 when it is unknown. */
  year: number
}

/** What was counted of the games that played a move, or that reached a position. */
export interface Counts extends Score {
  /** The last year, 0 when none is known. */
  lastYear: number
  /** Games in or after the year from which games are recent. */
  recent: number
  /** The game that was counted last: a game that comes back to a position counts once. */
  lastGame: number
}

interface CountedPosition extends Counts {
  /** By the code of the move, as the index has it. */
  moves: Map<number, Counts>
}

/** A move of a counted position, on the board of the request. */
export interface CountedMove extends Counts {
  move: Move
}

/**
 * A key as one number: 53 of its 64 bits. Among the hundred thousand positions of a player two meet by chance with a
 * probability of about one in a million.
 */
export function numberOfKey(high: number, low: number): number {
  return (high >>> 0) * 2 ** 21 + (low >>> 11)
}

/** Positions of some games. */
export class PositionCounts {
  readonly game: Game
  private readonly rules: Rules
  private readonly recentFrom: number
  private readonly positions = new Map<number, CountedPosition>()
  private readonly key = new Uint32Array(2)

  /** @param recentFrom the first year of recent games */
  constructor(game: Game, recentFrom = Infinity) {
    this.game = game
    this.rules = rulesOf(game)
    this.recentFrom = recentFrom
  }

  /** The key of a position as one number, and the symmetry that leads there. */
  keyOf(position: Position): { key: number; symmetry: number } {
    const { rules, key } = this
    let symmetry = 0
    if (rules.canonicalKey) symmetry = rules.canonicalKey(position, key)
    else rules.key(position, key)
    return { key: numberOfKey(key[0]!, key[1]!), symmetry }
  }

  /** Counts a game in a position. @param move what it played there; undefined where the game ended */
  add(position: Position, move: Move | undefined, game: CountedGame): void {
    const { key, symmetry } = this.keyOf(position)
    let counted = this.positions.get(key)
    if (!counted) {
      counted = { ...emptyCounts(), moves: new Map() }
      this.positions.set(key, counted)
    }
    this.count(counted, game)
    if (move === undefined) return
    const code = this.codeOf(position, move, symmetry)
    let counts = counted.moves.get(code)
    if (!counts) {
      counts = emptyCounts()
      counted.moves.set(code, counts)
    }
    this.count(counts, game)
  }

  private count(counts: Counts, { id, points, year }: CountedGame): void {
    if (counts.lastGame === id) return
    counts.lastGame = id
    addPoints(counts, points)
    if (year >= this.recentFrom) counts.recent++
    counts.lastYear = Math.max(counts.lastYear, year)
  }

  /** The code of a move as the index has it: turned with the position. */
  codeOf(position: Position, move: Move, symmetry: number): number {
    const turned = this.rules.canonicalKey ? transformMove(move, symmetry, position.columns, position.rows) : move
    return encodeMove(this.game, turned, position.turn)
  }

  /** What was counted in a position; undefined if no game reached it. */
  at(position: Position): Counts | undefined {
    return this.positions.get(this.keyOf(position).key)
  }

  /** The moves played in a position, the most played first; of moves that are equal by symmetry the usual one. */
  movesAt(position: Position): CountedMove[] {
    const { key, symmetry } = this.keyOf(position)
    const counted = this.positions.get(key)
    if (!counted) return []
    const images = imagesOf(this.game, position)
    const byMove = new Map<Move, CountedMove>()
    for (const [code, counts] of counted.moves) {
      const move = ownImage(decodeMove(this.game, code)!, symmetry, images, position)
      const known = byMove.get(move)
      if (!known) byMove.set(move, { ...counts, move })
      else addCounts(known, counts)
    }
    return [...byMove.values()].sort((left, right) => right.games - left.games || left.move - right.move)
  }
}

function emptyCounts(): Counts {
  return { ...emptyScore(), lastYear: 0, recent: 0, lastGame: -1 }
}

function addCounts(into: Counts, from: Counts): void {
  into.games += from.games
  into.won += from.won
  into.drawn += from.drawn
  into.lost += from.lost
  into.recent += from.recent
  into.lastYear = Math.max(into.lastYear, from.lastYear)
}
