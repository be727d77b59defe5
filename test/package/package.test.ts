/** The package in the hands of another project: its types under an old compiler, its weight, its engine left out. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { filesBelow } from '../support/files-below.ts'
import { checkTypes, installPackage, runScript } from '../support/package.ts'

const consumer = installPackage({ withDatabase: false })
afterAll(() => consumer.remove())

const ENTRY_POINTS = [
  '',
  '/model',
  '/bytes',
  '/rules',
  '/formats',
  '/convert',
  '/positions',
  '/openings',
  '/books',
  '/tablebases',
  '/engines',
  '/node',
]

describe('the package', () => {
  it('can be used with TypeScript 5.7, its declarations checked', () => {
    const imports = ENTRY_POINTS.map((path, index) => `import * as part${index} from 'ludograph${path}'`)
    const uses = ENTRY_POINTS.map((_, index) => `void part${index}`)
    consumer.write('types.mts', [...imports, ...uses].join('\n'))
    const { status, output } = checkTypes(consumer, '@ludograph/oldest-typescript/node_modules/typescript', [
      'types.mts',
    ])
    expect(output.split('\n').filter((line) => line.includes('ludograph') || line.startsWith('types'))).toEqual([])
    expect(status).toBe(0)
  })

  it('weighs little without the database, whose engine is what weighs most', () => {
    const modules = join(import.meta.dirname, '../../node_modules')
    const own = weigh(join(consumer.folder, 'node_modules', 'ludograph'))
    const libraries = weigh(join(modules, 'hono'), join(modules, '@hono', 'node-server'))
    const engine = weigh(join(modules, '@duckdb'))
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    console.log(
      `installed without the database: ${megabytes(own + libraries)} (${megabytes(own)} of our own), with it: ${megabytes(own + libraries + engine)}`,
    )
    expect(own + libraries).toBeLessThan(12e6)
  })

  it('says what to install when a database is opened without its engine', async () => {
    consumer.write(
      'without-engine.mjs',
      `import { Database } from 'ludograph/database'
      await Database.open('games.db').catch((error) => console.log(error.name, error.message))`,
    )
    const { output } = await runScript(consumer, 'without-engine.mjs')
    expect(output).toContain('MissingDuckDBError')
    expect(output).toContain('npm install @duckdb/node-api')
  })
})

/** Bytes of all files below some folders. */
function weigh(...folders: string[]): number {
  return folders.flatMap((folder) => filesBelow(folder, /./)).reduce((sum, path) => sum + statSync(path).size, 0)
}
