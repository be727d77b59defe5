import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, explore, importSources, rebuildIndex, verifyDatabase } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import { GAMES } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { FILES_OF_SEGMENT } from '../support/databases.ts'
import { needs } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'
import { seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'
import { STEADY } from '../support/steady.ts'

const CHILD = fileURLToPath(new URL('../support/import-child.ts', import.meta.url))
const GAMES_PER_SOURCE = 60
/** Imports and merges are killed at so many random moments. */
const IMPORTS_KILLED = scaled(3, 20)
const MERGES_KILLED = scaled(4, 20)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-crash-'))
const path = (name: string): string => join(folder, name)
const files: string[] = []
let undisturbed: unknown
let milliseconds = 0

/** Starts the import, or without files a merge, kills it so many milliseconds after it opened the database; returns how long it ran. */
async function runUntil(database: string, sources: readonly string[], delay = Infinity): Promise<number> {
  const child = spawn(process.execPath, [STEADY, CHILD, database, ...sources], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  const start = performance.now()
  const timer = delay === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), delay)
  const [code, signal] = (await exit) as [number | null, string | null]
  clearTimeout(timer)
  expect(code === 0 || signal === 'SIGKILL').toBe(true)
  return performance.now() - start
}

/** Everything a database holds, apart from when and in which files. */
async function contentOf(database: Database): Promise<unknown> {
  const { catalogue } = database
  const explored = await Promise.all(GAMES.map((game) => explore(database, game, rulesOf(game).start())))
  return {
    games: await catalogue.rows('SELECT id, source, entry, head, tree, md5(moves) AS moves FROM games ORDER BY id'),
    sources: await catalogue.rows('SELECT id, path, hash, first_game, entries, games FROM sources ORDER BY id'),
    explored,
  }
}

async function problemsOf(database: Database): Promise<unknown[]> {
  const problems: unknown[] = []
  for await (const problem of verifyDatabase(database)) problems.push(problem)
  return problems
}

beforeAll(async () => {
  for (const [seed, game] of [...GAMES, ...GAMES].entries()) {
    const sinks = new MemorySinkSet('games.jsonl')
    const writer = await jsonl.write(sinks)
    for (const record of randomGames(game, GAMES_PER_SOURCE, seed)) writer.add(record)
    writer.finish()
    files.push(path(`${seed}.jsonl`))
    writeFileSync(files.at(-1)!, sinks.files.get('games.jsonl')!)
  }
  milliseconds = await runUntil(path('undisturbed.db'), files)
  const database = await Database.open(path('undisturbed.db'))
  undisturbed = await contentOf(database)
  expect(await problemsOf(database)).toEqual([])
  database.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('an import whose threads are replaced after each task', () => {
  it('comes to the same, and leaves out only what cannot be read', async () => {
    const bad = path('bad.jsonl')
    writeFileSync(bad, 'not games')
    const database = await Database.open(path('replaced.db'))
    const sources = [...files.slice(0, 3), bad, ...files.slice(3)].map((file) => ({ path: file }))
    const report = await importSources(database, sources, { transactionEntries: 100, workers: 2, workerMemory: 1 })
    expect(report).toMatchObject({ imported: files.length, failures: [{ path: bad }] })
    expect(await contentOf(database)).toEqual(undisturbed)
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })
})

describe('an import that is killed', () => {
  const random = seededRandom(7)
  it.each(Array.from({ length: IMPORTS_KILLED }, (_, index) => index))(
    'leaves whole sources, and a second run completes it (%i)',
    async (index) => {
      const name = path(`killed-${index}.db`)
      // Spread over the run, so that every stage of it is met: reading, writing segments, committing, merging.
      await runUntil(name, files, ((index + random()) / IMPORTS_KILLED) * milliseconds)
      const database = await Database.open(name)
      expect(await problemsOf(database)).toEqual([])
      const [row] = await database.catalogue.rows('SELECT count(*) AS games FROM games')
      const [sources] = await database.catalogue.rows('SELECT count(*) AS count FROM sources')
      expect(Number(row!['games'])).toBe(Number(sources!['count']) * GAMES_PER_SOURCE)
      await importSources(
        database,
        files.map((file) => ({ path: file })),
        { transactionEntries: 100, workers: 2 },
      )
      expect(await contentOf(database)).toEqual(undisturbed)
      expect(await problemsOf(database)).toEqual([])
      database.close()
      rmSync(name, { recursive: true })
    },
  )
})

describe('an import of one source in several segments that is killed', () => {
  const random = seededRandom(9)
  const games = 4200
  const source = path('large.jsonl')
  let duration = 0

  beforeAll(async () => {
    const sinks = new MemorySinkSet('games.jsonl')
    const writer = await jsonl.write(sinks)
    for (const record of randomGames('chess', games, 9, 10)) writer.add(record)
    writer.finish()
    writeFileSync(source, sinks.files.get('games.jsonl')!)
    duration = await runUntil(path('large.db'), [source])
  })

  it.each(Array.from({ length: IMPORTS_KILLED }, (_, index) => index))(
    'leaves all of it or nothing, and no files of what is not listed (%i)',
    async (index) => {
      const name = path(`killed-large-${index}.db`)
      await runUntil(name, [source], ((index + random()) / IMPORTS_KILLED) * duration)
      const database = await Database.open(name)
      expect(await problemsOf(database)).toEqual([])
      const [row] = await database.catalogue.rows('SELECT count(*) AS games FROM games')
      expect([0, games]).toContain(Number(row!['games']))
      const segments = database.segmentsOf('chess').length
      expect(readdirSync(join(name, 'positions'))).toHaveLength(segments * FILES_OF_SEGMENT)
      await importSources(database, [{ path: source }], { segmentEntries: 2048, workers: 2 })
      const [again] = await database.catalogue.rows('SELECT count(*) AS games FROM games')
      expect(Number(again!['games'])).toBe(games)
      expect(await problemsOf(database)).toEqual([])
      database.close()
      rmSync(name, { recursive: true })
    },
  )
})

describe('a merge that is killed', () => {
  const random = seededRandom(8)
  let content: unknown
  let duration = 0

  beforeAll(async () => {
    const database = await Database.open(path('parts.db'))
    for (const half of [files.slice(0, 4), files.slice(4)]) {
      await importSources(
        database,
        half.map((file) => ({ path: file })),
        { workers: 2 },
      )
    }
    expect(database.segmentsOf('chess').length).toBeGreaterThan(1)
    content = await contentOf(database)
    database.close()
    cpSync(path('parts.db'), path('merged.db'), { recursive: true })
    duration = await runUntil(path('merged.db'), [])
  })

  it.each(Array.from({ length: MERGES_KILLED }, (_, index) => index))(
    'leaves the same games, and a second one completes it (%i)',
    async (index) => {
      const name = path(`merge-${index}.db`)
      cpSync(path('parts.db'), name, { recursive: true })
      await runUntil(name, [], ((index + random()) / MERGES_KILLED) * duration)
      const database = await Database.open(name)
      expect(await problemsOf(database)).toEqual([])
      expect(await contentOf(database)).toEqual(content)
      await database.compact({ all: true })
      for (const game of GAMES) expect(database.segmentsOf(game).length).toBe(1)
      expect(readdirSync(join(name, 'positions')).length).toBe(FILES_OF_SEGMENT * GAMES.length)
      expect(await contentOf(database)).toEqual(content)
      expect(await problemsOf(database)).toEqual([])
      database.close()
      rmSync(name, { recursive: true })
    },
  )
})

/** Runs the child with files that may grow so many kilobytes; returns what it says when it fails. */
async function runLimited(database: string, kilobytes: number): Promise<string> {
  const command = `ulimit -f ${kilobytes}; exec "$0" "$@"`
  const child = spawn('bash', ['-c', command, process.execPath, STEADY, CHILD, database, ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'exit')
  return text
}

describe(
  'a disk that takes no more',
  needs('platform', process.platform !== 'win32', 'Windows has no limit of file sizes'),
  () => {
    it.each([0.1, 0.9])('is told clearly, and what was whole stays so (%f of the size)', async (share) => {
      const kilobytes = Math.floor((share * statSync(path('undisturbed.db/catalogue.duckdb')).size) / 1024)
      const name = path(`full-${kilobytes}.db`)
      const said = await runLimited(name, kilobytes)
      // What does not fit into the file of the catalogue may still fit into its log.
      if (share < 0.5 || said !== '') expect(said).toMatch(/database\/(file-limit|catalogue-unopened)/)
      const database = await Database.open(name)
      expect(await problemsOf(database)).toEqual([])
      await importSources(
        database,
        files.map((file) => ({ path: file })),
        { transactionEntries: 100, workers: 2 },
      )
      expect(await contentOf(database)).toEqual(undisturbed)
      database.close()
    })
  },
)

describe('a segment that was changed', () => {
  const segmentOf = (name: string): string =>
    join(
      path(name),
      'positions',
      readdirSync(join(path(name), 'positions')).find((file) => file.endsWith('.positions'))!,
    )

  it('is found when it is shorter, and left as it is', async () => {
    cpSync(path('undisturbed.db'), path('cut.db'), { recursive: true })
    const segment = segmentOf('cut.db')
    truncateSync(segment, statSync(segment).size - 100)
    await expect(Database.open(path('cut.db'), { readOnly: true })).rejects.toThrow(
      /position index is [\d,]+ bytes long/,
    )
    await expect(Database.open(path('cut.db'))).rejects.toThrow(FormatError)
    expect(readdirSync(join(path('cut.db'), 'positions')).length).toBe(FILES_OF_SEGMENT * GAMES.length)
  })

  it('is rebuilt from the games, even if it or its columns are missing', async () => {
    cpSync(path('undisturbed.db'), path('rebuilt.db'), { recursive: true })
    truncateSync(segmentOf('rebuilt.db'), 50)
    const names = readdirSync(join(path('rebuilt.db'), 'positions')).toSorted()
    for (const file of [names[2]!, names[5]!]) rmSync(join(path('rebuilt.db'), 'positions', file))
    await expect(Database.open(path('rebuilt.db'))).rejects.toThrow(FormatError)
    expect(await rebuildIndex(path('rebuilt.db'))).toMatchObject({ games: files.length * GAMES_PER_SOURCE })
    const database = await Database.open(path('rebuilt.db'))
    expect(await problemsOf(database)).toEqual([])
    expect(await contentOf(database)).toEqual(undisturbed)
    expect(readdirSync(join(path('rebuilt.db'), 'positions')).length).toBe(FILES_OF_SEGMENT * GAMES.length)
    database.close()
  })

  it('is found by verify when bytes differ, and the games stay', async () => {
    cpSync(path('undisturbed.db'), path('altered.db'), { recursive: true })
    const segment = segmentOf('altered.db')
    const bytes = readFileSync(segment)
    bytes[Math.floor(bytes.length / 2)]! ^= 64
    writeFileSync(segment, bytes)
    const database = await Database.open(path('altered.db'), { readOnly: true })
    expect(await problemsOf(database)).toMatchObject([{ id: 'database/segment' }])
    const [row] = await database.catalogue.rows('SELECT count(*) AS games FROM games')
    expect(Number(row!['games'])).toBe(files.length * GAMES_PER_SOURCE)
    database.close()
  })
})

describe('a database that two programs want', () => {
  it('refuses a second program while one is writing, and says why', async () => {
    const child = spawn(process.execPath, [STEADY, CHILD, path('writer.db'), ...files], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    await once(child.stdout, 'data')
    await expect(Database.open(path('writer.db'), { readOnly: true })).rejects.toMatchObject({
      code: 'database/in-use',
    })
    await expect(Database.open(path('writer.db'))).rejects.toMatchObject({ code: 'database/in-use' })
    child.kill('SIGKILL')
    await exit
  })

  it('lets many read', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => Database.open(path('undisturbed.db'), { readOnly: true })))
    expect(await contentOf(one!)).toEqual(await contentOf(other!))
    one!.close()
    other!.close()
  })
})

describe('a folder that cannot be written', () => {
  const unprivileged = needs('platform', process.getuid?.() !== 0, 'the administrator may write everywhere')
  it('is read all the same, and refuses an import without damage', unprivileged, async () => {
    cpSync(path('undisturbed.db'), path('locked.db'), { recursive: true })
    for (const part of ['catalogue.duckdb', 'positions', ''])
      chmodSync(path(`locked.db/${part}`), part === 'catalogue.duckdb' ? 0o444 : 0o555)
    const database = await Database.open(path('locked.db'), { readOnly: true })
    expect(await contentOf(database)).toEqual(undisturbed)
    database.close()
    await expect(Database.open(path('locked.db'))).rejects.toThrow()
    chmodSync(path('locked.db'), 0o755)
    chmodSync(path('locked.db/positions'), 0o755)
  })
})
