import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { GameLists } from '../../src/server/game-lists.ts'

it('drops the least recently used lists, including empty ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-lists-'))
  const database = await Database.open(join(folder, 'games.db'))
  const lists = new GameLists(database)
  for (let index = 0; index <= 1000; index++) await lists.get(`list ${index}`, {}, {})
  expect(lists.has('list 0')).toBe(false)
  expect(lists.has('list 1')).toBe(true)
  expect(lists.has('list 1000')).toBe(true)
  database.close()
  rmSync(folder, { recursive: true })
})
