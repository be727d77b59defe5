/** New files that appear together in a folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FolderChange } from '../../src/node/index.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-changes-'))
afterAll(() => rmSync(root, { recursive: true }))

it('a new folder that somebody else has made meanwhile is refused by its path, and left as it is', () => {
  const folder = join(root, 'new')
  const change = new FolderChange(folder, 'games', () => true)
  const file = change.create('games.pgn')
  file.append(Uint8Array.of(1))
  change.keep(file)
  mkdirSync(folder)
  writeFileSync(join(folder, 'theirs'), 'theirs')
  expect(() => change.commit()).toThrow(expect.objectContaining({ code: 'file/exists', place: { file: folder } }))
  expect(readdirSync(root)).toEqual(['new'])
  expect(readdirSync(folder)).toEqual(['theirs'])
})
