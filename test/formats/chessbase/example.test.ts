/** The database under examples/ is as its script writes it, and in order. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeExampleFiles } from '../../support/chessbase-example.ts'
import { openFiles } from '../../support/chessbase-records.ts'

const folder = join(import.meta.dirname, '../../../examples/chess')

test('the example database is as the script writes it, and valid', async () => {
  const files = await makeExampleFiles()
  for (const [name, bytes] of files) {
    expect(new Uint8Array(readFileSync(join(folder, name))), name).toEqual(bytes)
  }
  const collection = await openFiles(files)
  expect([...collection.issues, ...collection.validate!()]).toEqual([])
  const entries = [...collection.entries()]
  expect(entries.flatMap(({ issues }) => issues)).toEqual([])
  expect(entries.map(({ record, document }) => record?.header.players[0]?.name ?? document?.titles[0]?.text)).toEqual([
    'Five short games',
    'Anderssen, Adolf',
    'Réti, Richard',
    'Kermur, Sire de Legall',
    'Réti, Richard',
    'Castle, Ann',
  ])
  expect(entries[3]!.record!.nodes.flatMap(({ annotations = [] }) => annotations)).toMatchObject([{ type: 'training' }])
  expect(entries[5]!.record!.variant).toBe('chess960')
})
