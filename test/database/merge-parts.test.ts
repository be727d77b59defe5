/** Very many duplicates are merged in several transactions, each of them whole. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { countGames, findDuplicates, mergeDuplicates } from '../../src/database/index.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('what was merged before a failure stays merged, and the rest is merged later', async () => {
  const games = randomGames('othello', 9, 4)
  const fuller = (game: GameRecord): GameRecord => {
    return { ...game, header: { ...game.header, event: { name: 'Open', site: 'Paris' } } }
  }
  const database = await importRecords(folder, 'twice.db', [...games, ...games.map(fuller)])
  const groups = await findDuplicates(database, { reason: 'same moves' })
  expect(groups).toHaveLength(9)
  const seen: number[] = []
  const merging = mergeDuplicates(
    database,
    groups,
    (done) => {
      seen.push(done)
      if (done === 8) throw new Error('enough')
    },
    4,
  )
  await expect(merging).rejects.toThrow('enough')
  expect(seen).toEqual([4, 8])
  expect(await countGames(database, {})).toBe(14)
  expect(await problemsOf(database)).toEqual([])
  const left = await findDuplicates(database, { reason: 'same moves' })
  expect(await mergeDuplicates(database, left, undefined, 2)).toMatchObject({ removed: 5 })
  expect(await countGames(database, {})).toBe(9)
  expect(database.segmentsOf('othello')).toHaveLength(1)
  expect(await problemsOf(database)).toEqual([])
  database.close()
})
