/** Finding and ordering the games of a list, beside the plainest way to do it. */
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../src/formats/format.ts'
import { playerOf } from '../../src/model/record.ts'
import { GameTable } from '../../web/src/worker/game-table.ts'
import { randomGames } from '../support/random-games.ts'

const listings: Listing[] = randomGames('chess', 400, 11, 0).map(({ game, header }, index) => ({
  index,
  game,
  kind: 'game',
  header: index % 10 === 0 ? { players: [], result: header.result, title: `Study ${index}` } : header,
}))

const table = new GameTable(listings.length)
for (const listing of listings) table.add(listing)

const find = async (filter: string) => [...(await table.arrange({ filter, sort: 'number', isDescending: false }))]
const where = (isFound: (listing: Listing) => boolean) => listings.filter(isFound).map(({ index }) => index)
const names = ({ header }: Listing) => header.players.map(({ name }) => name)

describe('finding games', () => {
  it('takes every word, in any order, without capitals and accents', async () => {
    const expected = where(
      (listing) => names(listing).includes('Dogwood, Dí') && listing.header.event?.name === 'Spring Cup',
    )
    expect(expected.length).toBeGreaterThan(5)
    expect(await find('dogwood DI  spring')).toEqual(expected)
    expect(await find('spring dogwood di')).toEqual(expected)
    expect(await find('dí')).toEqual(where((listing) => names(listing).includes('Dogwood, Dí')))
  })

  it('takes years, results and titles', async () => {
    expect(await find('1990')).toEqual(where(({ header }) => header.date?.year === 1990))
    expect(await find('0-1')).toEqual(where(({ header }) => header.result.winner === 2))
    expect(await find('½-½')).toEqual(where(({ header }) => header.result.outcome === 'draw'))
    expect(await find('study 120')).toEqual([120])
    expect(await find('nobody')).toEqual([])
    expect(await find('  ')).toEqual(where(() => true))
  })
})

describe('ordering games', () => {
  const order = async (sort: 'first' | 'date' | 'event', isDescending = false) => [
    ...(await table.arrange({ filter: '', sort, isDescending })),
  ]

  it('puts names in the order of the alphabet, equal ones as in the file, those without last', async () => {
    const name = (index: number) => playerOf(listings[index]!.header, 1)?.name
    const sorted = await order('first')
    expect(sorted.toSorted((left, right) => left - right)).toEqual(where(() => true))
    for (const [place, index] of sorted.entries()) {
      const before = place === 0 ? undefined : sorted[place - 1]!
      if (before === undefined) continue
      const [left, right] = [name(before), name(index)]
      if (left === right) expect(before).toBeLessThan(index)
      else expect(right === undefined || (left !== undefined && left < right)).toBe(true)
    }
  })

  it('turns the order round', async () => {
    expect(await order('date', true)).toEqual((await order('date')).reverse())
    expect(await order('event', true)).toEqual((await order('event')).reverse())
  })
})
