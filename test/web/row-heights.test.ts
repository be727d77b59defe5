/** Rows of different heights in a list: which one stands at a height. */
import { describe, expect, it } from 'vitest'
import { addUp, rowAt } from '../../web/src/state/replay/row-heights.ts'
import { randomInt, seededRandom } from '../support/random.ts'

describe('the row at a height', () => {
  it('is the last that begins there or above', () => {
    const random = seededRandom(5)
    for (let trial = 0; trial < 200; trial++) {
      const heights = Array.from({ length: 1 + randomInt(random, 40) }, () => 1 + randomInt(random, 30))
      const offsets = addUp(heights.length, (place) => heights[place]!)
      expect(offsets.at(-1)).toBe(heights.reduce((sum, height) => sum + height, 0))
      for (let top = 0; top < offsets.at(-1)!; top++) {
        const expected = heights.findLastIndex((_, place) => offsets[place]! <= top)
        expect(rowAt(offsets, top)).toBe(expected)
      }
    }
  })

  it('is the first or the last one beyond the ends, and the first of none', () => {
    const offsets = addUp(3, () => 10)
    expect([rowAt(offsets, -5), rowAt(offsets, 30), rowAt(offsets, 1000)]).toEqual([0, 2, 2])
    expect(
      rowAt(
        addUp(0, () => 10),
        7,
      ),
    ).toBe(0)
  })
})
