/** What package managers are given of a release, and what the pages say of installing. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { homebrewFormula } from '../../scripts/recipes.ts'
import { DUCKDB } from '../../src/database/catalogue/duckdb.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  description: string
  homepage: string
  license: string
}

it('the formula of Homebrew names the package that npm serves, its sum and the engine', () => {
  const tarball = new TextEncoder().encode('the package')
  const formula = homebrewFormula({ ...manifest, tarball })
  expect(formula).toContain(`sha256 "${createHash('sha256').update(tarball).digest('hex')}"`)
  expect(formula).toContain(`/ludograph-${manifest.version}.tgz"`)
  expect(formula).toContain(`"${DUCKDB}"`)
  const [, description] = /desc "(.*)"/.exec(formula)!
  expect(description!.length).toBeLessThanOrEqual(80)
  expect(description).toMatch(/^[A-Z]/)
  for (const line of formula.split('\n')) expect(line).not.toContain('undefined')
})

it('the pages name the version of the engine that the package wants', () => {
  for (const page of ['docs/install.md', 'README.md']) {
    const named = readFileSync(join(root, page), 'utf8').match(/@duckdb\/node-api@[\w.-]+/g)!
    expect(new Set(named)).toEqual(new Set([DUCKDB]))
  }
})
