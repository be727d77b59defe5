/** Files chosen in a page: the one that is not a part of a database is opened, with the others beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFiles } from '../../src/index.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { makeZip, type ZipMember } from '../support/zip.ts'

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

it('throws for an empty list of files', async () => {
  await expect(openFiles([])).rejects.toThrow(TypeError)
})

const zip = (name: string, ...members: ZipMember[]) => new File([makeZip(members)], name)
const games = { name: 'games.pgn', content: '[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *\n' }

it('opens the games of an archive, whatever lies beside them', async () => {
  const { format, collection } = await openFiles([zip('all.zip', { name: 'a.txt', content: 'notes' }, games)])
  expect([format.id, collection.count]).toEqual(['pgn', 2])
  const base = files.map(({ name }) => ({ name, content: new Uint8Array(readFileSync(join(folder, name))) }))
  const database = await openFiles([zip('base.zip', { name: 'a.txt', content: 'notes' }, ...base)])
  expect([database.format.id, database.collection.issues]).toEqual(['chessbase', []])
})

it.each([
  ['nothing', []],
  ['no games', [{ name: 'notes.txt', content: 'hello' }]],
  [
    'much, but no games',
    [
      { name: 'notes.txt', content: 'hello' },
      { name: 'photo.jpg', content: Uint8Array.of(0xff, 0xd8, 0xff) },
    ],
  ],
])('refuses an archive that holds %s', async (_, members) => {
  await expect(openFiles([zip('all.zip', ...members)])).rejects.toMatchObject({
    name: 'FormatError',
    code: 'packed/no-games',
    place: { file: 'all.zip' },
  })
})

it('chooses among the formats it is given', async () => {
  const text = () => new File(['1. e4 e5 *'], 'game.txt')
  expect((await openFiles([text()], { formats: [pgn] })).format.id).toBe('pgn')
  await expect(openFiles([zip('all.zip', games)], { formats: [sgf, pgn] })).resolves.toMatchObject({
    format: { id: 'pgn' },
  })
  await expect(openFiles([new File(['?'], 'x.abc')], { formats: [sgf, pgn] })).rejects.toMatchObject({
    code: 'file/unknown-format',
  })
})
