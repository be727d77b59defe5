/**
 * The log of a transaction that is not in the catalogue yet, as a program leaves it that was killed: a bit of it is
 * flipped, or its end is missing. The database is then refused, or as before the transaction, or as after it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAlias, Database, listAliases } from '../../src/database/index.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-log-'))
afterAll(() => rmSync(root, { recursive: true }))

const killed = join(root, 'killed.db')
const altered = join(root, 'altered.db')
const LOG = 'catalogue.duckdb.wal'

beforeAll(async () => {
  const database = await importRecords(root, 'whole.db', randomGames('othello', 5, 1))
  await addAlias(database, 'One', 'Other')
  // The files as they are while the program still runs: the log holds the last transaction.
  cpSync(join(root, 'whole.db'), killed, { recursive: true })
  database.close()
})

async function aliasesOf(folder: string): Promise<string> {
  const database = await Database.open(folder)
  try {
    expect(await problemsOf(database)).toEqual([])
    return JSON.stringify(await listAliases(database))
  } finally {
    database.close()
  }
}

it('a damaged log loses its transaction as a whole, or has the database refused', async () => {
  const log = readFileSync(join(killed, LOG))
  cpSync(killed, altered, { recursive: true })
  const after = await aliasesOf(altered)
  expect(after).toContain('Other')
  const counts = { refused: 0, before: 0, after: 0 }
  const random = seededRandom(4)
  for (let round = 0; round < scaled(24, 600); round++) {
    const changed = Uint8Array.from(log)
    const bit = randomInt(random, log.length * 8)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    rmSync(altered, { recursive: true })
    cpSync(killed, altered, { recursive: true })
    writeFileSync(join(altered, LOG), round % 4 === 0 ? log.subarray(0, bit >> 3) : changed)
    try {
      const aliases = await aliasesOf(altered)
      expect([after, '[]']).toContain(aliases)
      counts[aliases === after ? 'after' : 'before']++
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      // The message says what can be done.
      expect(error).toMatchObject({ code: 'database/log-damaged', params: { name: LOG } })
      counts.refused++
    }
  }
  console.log(`damaged logs: ${JSON.stringify(counts)}`)
  expect(counts.refused + counts.before).toBeGreaterThan(0)
})
