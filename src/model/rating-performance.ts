/**
 * Rating performance as the world chess federation counts it: the mean rating of the opponents and a difference for the
 * share of points, by the table 8.1.1 of its rating regulations (FIDE Handbook B.02, effective from 1 March 2024).
 */

/** The rating difference for each share of points from 50 to 100 per cent. */
const DIFFERENCES: readonly number[] = [
  0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202,
  211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
  800,
]

/** The rating difference for a share of the points, from 0 to 1. */
export function ratingDifference(share: number): number {
  const percent = Math.round(100 * share)
  return percent >= 50 ? DIFFERENCES[percent - 50]! : -DIFFERENCES[50 - percent]!
}

/**
 * The rating performance of a player.
 * @param opponents mean rating of the opponents
 * @param share the share of the points against them, from 0 to 1
 */
export function ratingPerformance(opponents: number, share: number): number {
  return Math.round(opponents) + ratingDifference(share)
}
