import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-memory-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('rows wait while the engine is given memory for long texts, and it has it then', async () => {
  const database = await Database.open(join(folder, 'limit.db'))
  const { catalogue } = database
  const limit = async (): Promise<unknown> =>
    (await catalogue.rows("SELECT current_setting('memory_limit') AS it"))[0]!['it']
  try {
    await catalogue.withFewResources(async () => {
      expect(catalogue.reserveForTexts(1000, 1000)).toBeUndefined()
      // Rows with long texts, and others that come before there is memory for these.
      const long = catalogue.reserveForTexts(200e6, 200e6)
      const short = catalogue.reserveForTexts(1000, 1000)
      expect(long).toBeInstanceOf(Promise)
      expect(short).toBe(long)
      await short
      expect(await limit()).toBe('505.4 MiB')
      expect(catalogue.reserveForTexts(1000, 1000)).toBeUndefined()
    })
    expect(await limit()).toBe('505.4 MiB')
  } finally {
    database.close()
  }
})
