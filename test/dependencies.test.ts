/** What users install with the package may be used by anyone for anything: every licence is a permissive one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PERMISSIVE = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD'])
/**
 * More than this are a reason to think again, not a number to raise. docs/packed.md says what fflate and fzstd are for;
 * ts-fsrs schedules trainings, which docs/preparation.md describes.
 */
const MOST_DEPENDENCIES = 6

interface LockedPackage {
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const own = lock.packages['']!

/** The packages that an installation of this one brings, however indirectly, with those of every platform. */
function installed(): Map<string, LockedPackage> {
  const found = new Map<string, LockedPackage>()
  const pending = Object.keys({ ...own.dependencies, ...own.peerDependencies })
  while (pending.length > 0) {
    const name = pending.pop()!
    const locked = lock.packages[`node_modules/${name}`]
    if (found.has(name) || !locked) continue
    found.set(name, locked)
    pending.push(...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
  }
  return found
}

test('every package that users install has a permissive licence', () => {
  const packages = installed()
  for (const name of Object.keys({ ...own.dependencies, ...own.peerDependencies }))
    expect([...packages.keys()]).toContain(name)
  const others = [...packages].filter(([, { license = 'none' }]) => !PERMISSIVE.has(license))
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([])
})

test('run-time dependencies are few and named by exact versions', () => {
  // A project may have a DuckDB of its own: docs/install.md says which versions were tried.
  const { '@duckdb/node-api': duckdb, ...others } = own.peerDependencies ?? {}
  const versions = Object.values({ ...own.dependencies, ...others })
  expect(duckdb!.split(' || ').every((range) => /^~\d+\.\d+\.\d+-r\.\d+$/.test(range))).toBe(true)
  expect(Object.keys(own.dependencies ?? {}).length).toBeLessThanOrEqual(MOST_DEPENDENCIES)
  // Optional ones are installed by those who use the part that needs them.
  expect(Object.keys(own.peerDependencies ?? {})).toEqual([
    '@clickhouse/client',
    '@duckdb/node-api',
    '@modelcontextprotocol/server',
  ])
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})
