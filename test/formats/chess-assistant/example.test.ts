/** The database under examples/: in order, with the games that it was made of. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chessAssistant } from '../../../src/formats/chess-assistant/format.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'

test('the example database is valid', async () => {
  const path = join(import.meta.dirname, '../../../examples/chess-assistant/short-games.cdp')
  const collection = await chessAssistant.open(new DiskFileSet(path))
  expect([...collection.issues, ...collection.validate!()]).toEqual([])
  const entries = [...collection.entries()]
  expect(entries.flatMap(({ issues }) => issues)).toEqual([])
  expect(entries.map(({ record }) => record!.header.players[0]!.name)).toEqual([
    'Anderssen, Adolf',
    'Réti, Richard',
    'Kermur, Sire de Legall',
    'Réti, Richard',
  ])
})
