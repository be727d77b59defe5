/** Replies of an opponent who plays as the games of a database do. */

/**
 * One of some moves, each as likely as it is frequent; undefined if there is none.
 * @param chance from 0 to below 1
 */
export function chooseReply<Played extends { games: number }>(
  moves: readonly Played[],
  chance: number,
): Played | undefined {
  const all = moves.reduce((sum, { games }) => sum + games, 0)
  let left = chance * all
  return moves.find(({ games }) => (left -= games) < 0) ?? moves.at(-1)
}
