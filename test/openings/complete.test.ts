import { expect, test } from 'vitest'
import type { GameRecord } from '../../src/model/index.ts'
import { readGames } from '../../src/node/index.ts'
import { loadAllOpenings, withOpening } from '../../src/openings/index.ts'

const books = await loadAllOpenings()

async function opera(): Promise<GameRecord> {
  for await (const { record } of readGames('examples/chess/opera-game.pgn')) if (record) return record
  throw new Error('no game')
}

test('a game without an opening gets its code and name, and its moves are the same', async () => {
  const record = await opera()
  const { openingCode: _, ...header } = record.header
  const named = withOpening({ ...record, header }, books)
  expect(named.header).toMatchObject({ ...header, openingCode: 'C41' })
  expect(named.header.openingName).toContain('Philidor')
  expect(named.nodes).toBe(record.nodes)
})

test('what a game says of its opening stays', async () => {
  const record = await opera()
  const coded = withOpening(record, books)
  expect(coded.header.openingCode).toBe('C41')
  expect(coded.header.openingName).toContain('Philidor')
  for (const held of [{ openingCode: 'A00' }, { openingName: 'Mine' }, { variationName: 'Mine' }]) {
    const { openingCode: _, ...header } = record.header
    const other = { ...record, header: { ...header, ...held } }
    expect(withOpening(other, books)).toBe(other)
  }
})

test('a game that reaches no named opening stays as it is', async () => {
  const record = await opera()
  const { openingCode: _, ...header } = record.header
  const bare = { ...record, header, nodes: record.nodes.slice(0, 1) }
  expect(withOpening(bare, books)).toBe(bare)
})
