/** New files that appear together in a folder. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, test } from 'vitest'
import { FolderChange } from '../../src/node/index.ts'
import { NewFolder } from '../../src/node/new-folder.ts'
import { needs } from '../support/needs.ts'

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

test(
  'a folder that takes the place of an empty one is as private as that one',
  needs('platform', process.platform !== 'win32', 'Windows has no such bits'),
  () => {
    for (const bits of [0o700, 0o750, 0o711]) {
      const folder = join(root, `empty-${bits}`)
      mkdirSync(folder)
      chmodSync(folder, bits)
      const made = new NewFolder(folder)
      writeFileSync(join(made.path, 'one'), '1')
      made.commit()
      expect(readdirSync(folder)).toEqual(['one'])
      expect(statSync(folder).mode & 0o777).toBe(bits)
    }
  },
)
