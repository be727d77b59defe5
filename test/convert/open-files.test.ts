/** Files chosen in a page: the one that is not a part of a database is opened, with the others beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFiles } from '../../src/index.ts'

const folder = join(import.meta.dirname, '../../examples/chess')
const files = readdirSync(folder)
  .filter((name) => name.startsWith('short-games.cb'))
  .map((name) => new File([readFileSync(join(folder, name))], name))

it.each([
  ['in the order of their names', files],
  ['the other way round', files.toReversed()],
])('finds the main file among the parts of a database, %s', async (_, chosen) => {
  expect(chosen.length).toBeGreaterThan(3)
  const { format, collection } = await openFiles(chosen)
  expect(format.id).toBe('chessbase')
  expect(collection.count).toBeGreaterThan(0)
  expect(collection.issues).toEqual([])
  for (const { issues } of collection.entries()) expect(issues).toEqual([])
})

it('refuses no file at all', async () => {
  await expect(openFiles([])).rejects.toThrow(TypeError)
})
