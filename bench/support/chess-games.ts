/** Generated chess games, plain and with comments and symbols. */
import type { GameRecord } from '../../src/model/record.ts'
import { randomGames } from '../../test/support/random-games.ts'

/** Moves of both sides in a game. */
const PLIES = 80

/** A number of games, the same ones in every run. */
export function plainGames(count: number): GameRecord[] {
  return randomGames('chess', count, 1, PLIES)
}

/** A game with a comment and a symbol on every ninth move. */
export function annotate(game: GameRecord, index: number): GameRecord {
  const nodes = structuredClone(game.nodes)
  for (let at = index % 7; at < nodes.length; at += 9) {
    nodes[at]!.comments = [{ text: 'A comment of some length on the position.', placement: 'after' }]
    if (at > 0) nodes[at]!.glyphs = [{ nag: 1 + (at % 6) }]
  }
  return { ...game, nodes }
}
