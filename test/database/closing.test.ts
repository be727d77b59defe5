import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph closing-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Takes years. */
const ENDLESS = 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b'

it('a database that is closed under queries stops them, and can be opened again', async () => {
  const path = join(folder, 'games.db')
  for (let round = 0; round < 3; round++) {
    const database = await Database.open(path)
    const { catalogue } = database
    const streamed = async (): Promise<void> => {
      for await (const chunk of catalogue.chunks(ENDLESS)) void chunk
    }
    // Two wait for each other on one connection, another has its own: Node has four threads for them and the small one.
    const queries = [
      catalogue.rows(ENDLESS),
      catalogue.rows(ENDLESS),
      round < 2 ? streamed() : catalogue.transaction(streamed),
    ]
    // The first has begun when a small one beside it is answered.
    for await (const chunk of catalogue.chunks('SELECT 1')) void chunk
    database.close()
    const ended = await Promise.allSettled(queries)
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(catalogue.rows('SELECT 1')).rejects.toThrow('closed')
  }
})

it('a list that nobody reads to its end keeps no database open', async () => {
  const database = await Database.open(join(folder, 'games.db'))
  const chunks = database.catalogue.chunks('SELECT * FROM range(100000)')
  await chunks.next()
  database.close()
  const again = await Database.open(join(folder, 'games.db'))
  expect(await again.catalogue.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  again.close()
})
