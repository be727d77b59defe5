/** Which segments of the position index are merged, by their sizes alone. */
import { describe, expect, it } from 'vitest'
import { planGrowth, planWhole } from '../../src/database/index/merge-plan.ts'
import { seededRandom } from '../support/random.ts'

const MILLION = 1_000_000

/** Segments of so many million postings each, one after another. */
function segmentsOf(millions: readonly number[], removed: readonly number[] = []) {
  return millions.map((size, index) => ({
    name: index,
    segment: {
      header: { firstGame: index * 1000 + 1, postings: size * MILLION },
      tombstones: new Set(removed.includes(index) ? [index * 1000 + 1] : []),
    },
  }))
}

const namesOf = (groups: readonly ReturnType<typeof segmentsOf>[]) =>
  groups.map((group) => group.map(({ name }) => name))

describe('after an import', () => {
  const plan = (millions: readonly number[]) => namesOf(planGrowth(segmentsOf(millions)))

  it('more than four small segments become one', () => {
    expect(plan([1, 1, 1, 1])).toEqual([])
    expect(plan([1, 1, 1, 1, 1])).toEqual([[0, 1, 2, 3, 4]])
    expect(plan([8, 0.1, 0.1, 0.1, 0.1])).toEqual([[0, 1, 2, 3, 4]])
  })

  it('full segments stay as they are, and nothing is taken together across them', () => {
    expect(plan([20, 20, 20, 20, 20, 20])).toEqual([])
    expect(plan([20, 1, 1, 20, 1, 1, 1, 20])).toEqual([
      [1, 2],
      [4, 5, 6],
    ])
    expect(plan([1, 20, 1, 20, 1, 20, 1, 20, 1])).toEqual([])
  })

  it('a group ends when it is full', () => {
    expect(plan([10, 10, 10, 10, 10])).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  it('the order is that of the games, however the segments are listed', () => {
    expect(namesOf(planGrowth(segmentsOf([1, 1, 20, 1, 1, 1]).toReversed()))).toEqual([
      [0, 1],
      [3, 4, 5],
    ])
  })

  it('few small segments are left after any number of imports, each posting written again few times', () => {
    const random = seededRandom(4)
    let sizes: number[] = []
    let [imported, written] = [0, 0]
    for (let count = 0; count < 3000; count++) {
      const size = random() < 0.02 ? 30 : random()
      sizes.push(size)
      imported += size
      const segments = segmentsOf(sizes)
      const groups = planGrowth(segments)
      for (const group of groups) {
        const sum = group.reduce((total, { name }) => total + sizes[name]!, 0)
        written += sum
        group.forEach(({ name }, index) => (sizes[name] = index === 0 ? sum : 0))
      }
      sizes = sizes.filter((one) => one > 0)
    }
    const full = sizes.filter((size) => size * MILLION >= 2 ** 24).length
    expect(sizes.length - full).toBeLessThan(full + 5)
    expect(written / imported).toBeLessThan(8)
  })
})

describe('when all are merged', () => {
  const plan = (millions: readonly number[], removed: readonly number[] = []) =>
    namesOf(planWhole(segmentsOf(millions, removed)))

  it('there is one segment up to the largest size', () => {
    expect(plan([20, 1, 20])).toEqual([[0, 1, 2]])
    expect(plan([20])).toEqual([])
    expect(plan([])).toEqual([])
  })

  it('there are several of about the same size where one would be larger', () => {
    expect(plan([20, 20, 20, 20])).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(plan([17, 17, 17, 17, 17, 17])).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    expect(plan([49, 49, 90, 1, 1])).toEqual([[3, 4]])
  })

  it('a segment with removed games is written again, alone if need be', () => {
    expect(plan([20], [0])).toEqual([[0]])
    expect(plan([49, 49, 49], [1])).toEqual([[1]])
  })

  it('no group is larger than the largest size, and none could join its neighbour', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 200; round++) {
      const sizes = Array.from({ length: 1 + Math.floor(random() * 40) }, () => random() * 30)
      const groups = plan(sizes, [...sizes.keys()])
      expect(groups.flat()).toEqual([...sizes.keys()])
      const sums = groups.map((group) => group.reduce((sum, name) => sum + sizes[name]!, 0))
      for (const sum of sums) expect(sum * MILLION).toBeLessThanOrEqual(3 * 2 ** 24)
      expect(sums.length).toBeLessThanOrEqual(Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 33) + 1)
    }
  })
})
