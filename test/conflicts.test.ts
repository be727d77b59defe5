/** No file was saved in the middle of joining two versions of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'web', 'docs', 'test', 'bench', 'scripts', 'examples/code']
const TEXT = /\.(?:ts|tsx|mjs|css|html|md|json|rb|yml)$/

test('no text has the marks of a conflict', () => {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  const paths = inFolders.map(({ parentPath, name }) => join(parentPath, name))
  const ownFiles = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = [...paths, ...ownFiles.map(({ name }) => join(root, name))].filter(
    (path) => TEXT.test(path) && !path.includes('node_modules'),
  )
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((path) => /^(?:<{7}|>{7}) /m.test(readFileSync(path, 'utf8')))).toEqual([])
})
