import { describe, expect, it } from 'vitest'
import { KeptPostings } from '../../src/positions/read/kept-postings.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const listOf = (count: number) => ({ games: new Uint32Array(count), moves: new Uint16Array(count) })

describe('postings kept in memory', () => {
  it('are those asked for last, up to a number, as a plain list of them says', () => {
    const random = seededRandom(1)
    for (let round = 0; round < scaled(50, 2000); round++) {
      const most = 1 + randomInt(random, 100)
      const kept = new KeptPostings(most)
      let expected: { key: string; list: ReturnType<typeof listOf> }[] = []
      for (let step = 0; step < 60; step++) {
        const key = String(randomInt(random, 8))
        const known = expected.find((one) => one.key === key)
        expect(kept.get(key)).toBe(known?.list)
        if (known) {
          expected = [...expected.filter((one) => one !== known), known]
          continue
        }
        const list = listOf(1 + randomInt(random, 60))
        kept.keep(key, list)
        if (list.games.length > most) continue
        expected.push({ key, list })
        while (expected.reduce((sum, one) => sum + one.list.games.length, 0) > most) expected.shift()
      }
    }
  })
})
