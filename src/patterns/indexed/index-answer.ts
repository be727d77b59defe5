/** What the position index says of a pattern before any game is scanned. */
import type { Hits } from '../answer/hits.ts'
import type { LineConditions } from '../scan/make-scan.ts'

export interface IndexAnswer {
  /** Hits that are known, with the first move that follows each. */
  hits?: Hits
  /** Games that have to be scanned: those that can show the pattern, and of which nothing else is known. */
  games: Uint32Array
}

/** Whether a search asks for nothing but what stands there, and a move at most that follows, which the index has. */
export function asksForPlaces({ pattern, material }: LineConditions, depth: number): boolean {
  if (!pattern || material || depth > 1 || pattern.isInner) return false
  const { next, from, by, tenuki, steps, handicap, board, anchors } = pattern
  return [next, from, by, tenuki, steps, handicap, board, anchors].every((condition) => condition === undefined)
}

/** Postings of several keys, in the order of their games. */
export interface SortedPostings {
  games: Uint32Array
  moves: Uint16Array
  /** Which list a posting comes from. */
  lists: Uint16Array
}

/** Puts lists of postings into the order of their games; those of a game keep theirs. */
export function sortPostings(lists: readonly { games: Uint32Array; moves: Uint16Array }[]): SortedPostings {
  const games = joinGames(lists.map((list) => list.games))
  const total = games.length
  const moves = new Uint16Array(total)
  const listOf = new Uint16Array(total)
  let end = 0
  for (const [index, list] of lists.entries()) {
    moves.set(list.moves, end)
    listOf.fill(index, end, end + list.moves.length)
    end += list.moves.length
  }
  const rows = rowsByGame(games)
  const sorted = { games: new Uint32Array(total), moves: new Uint16Array(total), lists: new Uint16Array(total) }
  for (let at = 0; at < total; at++) {
    const row = rows[at]!
    sorted.games[at] = games[row]!
    sorted.moves[at] = moves[row]!
    sorted.lists[at] = listOf[row]!
  }
  return sorted
}

/** How many times more numbers than games there may be for them to be counted instead of sorted. */
const MOST_NUMBERS = 8

/** Rows in the order of their games; those of a game keep theirs. */
function rowsByGame(games: Uint32Array): Uint32Array {
  const total = games.length
  let [least, most] = [Infinity, 0]
  for (let row = 0; row < total; row++) {
    least = Math.min(least, games[row]!)
    most = Math.max(most, games[row]!)
  }
  if (most - least >= total * MOST_NUMBERS) {
    // Numbers sort much faster than rows by a comparison.
    return Uint32Array.from(
      Float64Array.from(games, (game, row) => game * total + row).sort(),
      (place) => place % total,
    )
  }
  const rows = new Uint32Array(total)
  const starts = new Uint32Array(total === 0 ? 1 : most - least + 2)
  for (let row = 0; row < total; row++) starts[games[row]! - least + 1]!++
  for (let game = 1; game < starts.length; game++) starts[game]! += starts[game - 1]!
  for (let row = 0; row < total; row++) rows[starts[games[row]! - least]!++] = row
  return rows
}

/** Lists of games as one. */
export function joinGames(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}
