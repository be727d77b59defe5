/**
 * The surface of the library: the names of every entry are kept in a file, so that a change of them is seen in review, and
 * docs/api.md says of each entry how stable it is.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entriesOf, publicNames } from '../support/public-names.ts'

const root = join(import.meta.dirname, '../..')
const entries = [...entriesOf(root)].map(([name, file]) => ({ name, names: publicNames(file) }))

it('every entry exports the names that are listed; `vitest -u` lists them again', async () => {
  const text = entries.map(({ name, names }) => `${name}\n${names.map((one) => `  ${one}\n`).join('')}`).join('\n')
  await expect(text).toMatchFileSnapshot('public-names.txt')
})

it('the first entry stays small enough to be read', () => {
  expect(entries[0]!.name).toBe('ludograph')
  expect(entries[0]!.names.length).toBeLessThanOrEqual(100)
})

it('the page of the library says of every entry what it is for and how stable it is', () => {
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(ludograph[\w/]*)` \| (stable|may change) \| .+ \|$/gm)].map(([, name]) => name)
  expect(rows).toEqual(entries.map(({ name }) => name))
})
