/** What git keeps is source: nothing large, no database, no package that somebody downloaded. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../support/needs.ts'

const root = join(import.meta.dirname, '../..')
const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
const files = listed.status === 0 ? listed.stdout.split('\0').filter((name) => name !== '') : []
const needsGit = needs('git', files.length > 0, 'this is not a clone')

/** Bytes of the largest file that people still read. */
const LARGE = 200_000

/** The names of openings, which are read by programs alone. */
const TABLES = ['src/openings/chess-table.ts']

/** DuckDB's signature, eight bytes into its files. */
const DUCKDB = Buffer.from('DUCK')

/** What is in the root folder, beside files of the tools. */
const FOLDERS = ['bench', 'docs', 'examples', 'kernel', 'scripts', 'src', 'test', 'tools', 'web']

test('no file is large', needsGit, () => {
  const large = files.filter((name) => !TABLES.includes(name) && sizeOf(name) > LARGE)
  expect(large).toEqual([])
  expect(TABLES.filter((name) => !files.includes(name))).toEqual([])
})

test('no file is a database, a package or an archive', needsGit, () => {
  const made = files.filter((name) => /\.(duckdb|wal|db|positions|parquet|whl|tgz|gz|zip|log)$/i.test(name))
  expect(made.filter((name) => !/^test\/(?:hostile\/cases|fixtures)\//.test(name))).toEqual([])
  expect(files.filter(isDatabase)).toEqual([])
})

test('nothing is in the root folder that was left there by mistake', needsGit, () => {
  const folders = new Set(files.filter((name) => name.includes('/')).map((name) => name.split('/')[0]!))
  expect([...folders].filter((name) => !name.startsWith('.')).sort()).toEqual(FOLDERS)
  const loose = files.filter(
    (name) => !name.includes('/') && !/^\.|\.(md|json|ts)$|^(?:LICENSE|Dockerfile)$/.test(name),
  )
  expect(loose).toEqual([])
})

function sizeOf(name: string): number {
  return statSync(join(root, name), { throwIfNoEntry: false })?.size ?? 0
}

function isDatabase(name: string): boolean {
  if (sizeOf(name) < 12) return false
  const file = openSync(join(root, name), 'r')
  const head = Buffer.alloc(12)
  readSync(file, head)
  closeSync(file)
  return head.subarray(8).equals(DUCKDB)
}
