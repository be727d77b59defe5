/** Rating performance by the table of the world chess federation. */
import { expect, it } from 'vitest'
import { ratingDifference, ratingPerformance } from '../../src/model/rating-performance.ts'

it.each([
  [0.5, 0],
  [0.51, 7],
  [0.49, -7],
  [0.75, 193],
  [0.25, -193],
  [0.99, 677],
  [1, 800],
  [0, -800],
  // Shares are rounded to whole per cents.
  [2 / 3, 125],
  [1 / 3, -125],
])('a share of %f is a difference of %i', (share, difference) => {
  expect(ratingDifference(share)).toBe(difference)
})

it('the performance is the rounded mean of the opponents and the difference', () => {
  expect(ratingPerformance(2400.4, 0.5)).toBe(2400)
  expect(ratingPerformance(2400.5, 0.75)).toBe(2594)
})
