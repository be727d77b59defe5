/** Where some games of a pattern search show it, as plain JSON. */
import { labelOf } from './answer/continuations.ts'
import { describeHit, type DescribedHit } from './answer/describe.ts'
import type { Hits } from './answer/hits.ts'
import type { PatternSearch } from './search.ts'

/**
 * The hits of some games by their number, in the order of moves.
 * @param hits those of the search; of a search that the position index answered, those of a scan of the games
 * @param columns columns of the board of a game
 */
export function describeHits(
  { pattern, tree, counter }: PatternSearch,
  hits: Hits,
  games: ArrayLike<number>,
  columns: (game: number) => number,
): Map<number, DescribedHit[]> {
  const described = new Map<number, DescribedHit[]>(Array.from(games, (game) => [game, []]))
  const labels = new Map(tree.next.map(({ move }, index) => [move, labelOf(index)]))
  for (let row = 0; row < hits.count; row++) {
    const game = hits.games[row]!
    const own = described.get(game)
    if (!own) continue
    const label = labels.get(counter.firstMove(hits, hits.depth, row))
    own.push(describeHit(pattern, hits, row, columns(game), label))
  }
  for (const list of described.values()) list.sort((one, other) => one.ply - other.ply)
  return described
}
