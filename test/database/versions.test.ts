import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, expect, it } from 'vitest'
import { DUCKDB } from '../../src/database/catalogue/duckdb.ts'
import { CLIENT } from '../../src/database/stores/cluster/server.ts'
import { CATALOGUE_FILE } from '../../src/database/catalogue/folder.ts'
import { rebuildCommand } from '../../src/database/catalogue/rebuild-command.ts'
import { Database } from '../../src/database/index.ts'
import { SDK } from '../../src/mcp/server.ts'
import { installCommand } from '../../src/node/install-command.ts'
import { SCHEMA_VERSION } from '../../src/database/schema/tables.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-versions-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A database whose catalogue says that it has another version. */
async function databaseOfVersion(version: number): Promise<string> {
  const name = `v${version}.db`
  const database = await importRecords(folder, name, randomGames('chess', 2, 1, 5))
  database.close()
  const instance = await DuckDBInstance.create(join(folder, name, CATALOGUE_FILE))
  const connection = await instance.connect()
  await connection.run(`UPDATE meta SET value = '${version}' WHERE name = 'schema'`)
  connection.closeSync()
  instance.closeSync()
  return join(folder, name)
}

it.each([true, false])(
  'a database of a version too old to be migrated says which command rebuilds it (read-only: %s)',
  async (readOnly) => {
    const path = await databaseOfVersion(1)
    const command = `ludograph import ${path.replace('.db', '-new.db')} ${path}.jsonl`
    await expect(Database.open(path, { readOnly })).rejects.toMatchObject({
      code: 'database/too-old-version',
      params: { version: '1', expected: SCHEMA_VERSION, command },
    })
    rmSync(path, { recursive: true })
  },
)

it('a database of a newer version needs a newer Ludograph', async () => {
  const path = await databaseOfVersion(SCHEMA_VERSION + 1)
  await expect(Database.open(path)).rejects.toMatchObject({ code: 'database/newer-version' })
})

it('a suggested rebuild command quotes arguments for the shell, and has a limited length', () => {
  expect(rebuildCommand('a.db', ['b.pgn'])).toBe('ludograph import a-new.db b.pgn')
  expect(rebuildCommand('/棋 谱/base', ["o'neill.pgn"])).toBe(
    process.platform === 'win32'
      ? `ludograph import "/棋 谱/base-new" "o'neill.pgn"`
      : `ludograph import '/棋 谱/base-new' 'o'\\''neill.pgn'`,
  )
  const many = Array.from({ length: 30 }, (_, index) => `${index}.pgn`)
  expect(rebuildCommand('a.db', many)).toMatch(/ 19\.pgn \.\.\.$/)
  expect(rebuildCommand('a.db', many.slice(0, 20))).toMatch(/ 19\.pgn$/)
})

it('optional packages are installed in versions that package.json names', () => {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  expect(CLIENT).toBe(`@clickhouse/client@${peerDependencies['@clickhouse/client']}`)
  expect(SDK).toBe(`@modelcontextprotocol/server@${peerDependencies['@modelcontextprotocol/server']}`)
  // All versions of DuckDB's package are pre-releases, of which a range only has those whose numbers it names.
  const tested = peerDependencies['@duckdb/node-api']!.split(' || ')
  expect(`@duckdb/node-api@${tested.at(-1)!.slice(1)}`).toBe(DUCKDB)
})

it('the command that installs one helps where the program stands', () => {
  const project = join(folder, 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{}')
  const global = join(folder, 'lib', 'node_modules', 'ludograph', 'dist', 'x.js')
  const cached = join(folder, '_npx', '1a', 'node_modules', 'ludograph', 'dist', 'x.js')
  const command = (path: string) => installCommand('a@1', pathToFileURL(path).href)
  expect(command(join(project, 'node_modules', 'ludograph', 'dist', 'x.js'))).toBe('npm install a@1')
  expect(command(join(project, 'src', 'x.js'))).toBe('npm install a@1')
  expect(command(global)).toBe('npm install -g a@1')
  expect(command(cached)).toBe('npx --package ludograph --package a@1 ludograph')
})
