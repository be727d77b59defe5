/**
 * Every change of a database is failed at every operation on the disk: afterwards it is as before or as after, sound,
 * with what others put into its folder untouched, and the next run completes it. Operations inside DuckDB and in worker
 * threads are not among them; power.test.ts records those of whole commands.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addLabel,
  backUpLabels,
  Database,
  exportParquet,
  publishDatabase,
  findDuplicates,
  importSources,
  mergeDuplicates,
  rebuildIndex,
  removeSources,
  removeLabel,
  restoreLabels,
  saveGame,
  saveSearch,
  setLabels,
} from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { tryEveryPoint, type FailedPoint } from '../support/failing-disk.ts'
import { randomGames } from '../support/random-games.ts'

/** Points tried of each change, outside of a full run. */
const SAMPLE = 8
/** An import starts threads, which takes a second. */
const IMPORT_SAMPLE = 5

const template = mkdtempSync(join(tmpdir(), 'ludograph-changes-'))
const [first, ...others] = randomGames('othello', 12, 1) as [GameRecord, ...GameRecord[]]
const edited = randomGames('othello', 1, 5)[0]!
/** Labels that the games had before others were given. */
let backup: unknown

beforeAll(async () => {
  // One game stands twice: the second has more to say of the event.
  const twice = { ...first, header: { ...first.header, event: { name: 'Open', site: 'Paris' } } }
  const database = await importRecords(template, 'games.db', [first, ...others])
  const more = join(template, 'more.jsonl')
  writeFileSync(more, await writeRecords(jsonl, [twice, ...randomGames('chess', 3, 2)]))
  await importSources(database, [{ path: more }])
  await addLabel(database, 'tag', 'classic', [1, 2, 3])
  await setLabels(database, 5, { tags: ['old'], collections: ['mine/older'], note: 'from before' })
  await setLabels(database, 4, { tags: ['old'], collections: [], note: 'first' })
  backup = await backUpLabels(database)
  await setLabels(database, 5, { tags: [], collections: [] })
  await setLabels(database, 4, { tags: ['classic'], collections: ['mine/best'], note: 'again' })
  database.close()
  writeFileSync(join(template, 'new.jsonl'), await writeRecords(jsonl, randomGames('othello', 4, 3)))
  writeFileSync(join(template, 'games.db', 'positions', 'endgames.pgn'), 'mine')
})

afterAll(() => rmSync(template, { recursive: true }))

/** What a database holds, apart from when and in which files. */
async function contentOf(folder: string): Promise<string> {
  const database = await Database.open(join(folder, 'games.db'))
  try {
    expect(await problemsOf(database)).toEqual([])
    const tables = [
      'SELECT id, source, entry, event, site, head, tree, md5(moves) FROM games ORDER BY id',
      'SELECT id, hash, first_game, entries, games FROM sources ORDER BY id',
      'SELECT name, player FROM aliases ORDER BY ALL',
      'SELECT id, moves, header, kind, text FROM labelled_games JOIN labels USING (key) ORDER BY ALL',
      'SELECT name, conditions FROM saved_searches ORDER BY ALL',
    ]
    const rows = []
    for (const sql of tables) rows.push(await database.catalogue.rows(sql))
    const listed = (await database.catalogue.rows('SELECT file FROM segments')).map(({ file }) => String(file))
    const files = readdirSync(join(folder, 'games.db', 'positions'))
    const own = listed.flatMap((file) => [file, file.replace('.positions', '.columns')])
    expect(files.toSorted()).toEqual([...own, 'endgames.pgn'].toSorted())
    return JSON.stringify(rows)
  } finally {
    database.close()
  }
}

/** Opens the database, makes a change and closes it, whatever happens. */
function changing(change: (database: Database, folder: string) => Promise<unknown>) {
  return async (folder: string): Promise<void> => {
    const database = await Database.open(join(folder, 'games.db'))
    try {
      await change(database, folder)
    } finally {
      database.close()
    }
  }
}

/** Sends a request to the HTTP interface of the database. */
const requesting = (method: string, path: string, body?: () => Promise<Uint8Array>, type = 'text/plain') =>
  changing(async (database) => {
    const request = body ? { method, body: Buffer.from(await body()), headers: { 'content-type': type } } : { method }
    const { status } = await makeApi(database).request(path, request)
    if (status !== 200) throw new Error(`status ${status}`)
  })

const CHANGES: Record<string, (folder: string) => Promise<void>> = {
  import: changing((database, folder) => importSources(database, [{ path: join(folder, 'new.jsonl') }])),
  remove: changing((database) => removeSources(database, [1])),
  compact: changing((database) => database.compact({ all: true })),
  reindex: async (folder) => {
    await rebuildIndex(join(folder, 'games.db'))
  },
  'dedupe --merge': changing(async (database) =>
    mergeDuplicates(database, await findDuplicates(database, { reason: 'same moves' })),
  ),
  edit: changing((database) => saveGame(database, 2, edited)),
  tag: changing((database) => addLabel(database, 'tag', 'new', [1, 2, 5])),
  'remove a tag': changing((database) => removeLabel(database, 'tag', 'classic', [1, 4])),
  note: changing((database) => setLabels(database, 3, { tags: [], collections: ['other'], note: 'to look at' })),
  'restore labels': changing((database) => restoreLabels(database, backup)),
  'save a search': changing((database) => saveSearch(database, 'mine', { tag: 'classic' })),
  'tag over HTTP': requesting(
    'PUT',
    '/api/games/2/labels',
    () => Promise.resolve(Buffer.from(JSON.stringify({ tags: ['new'], collections: [], note: 'x' }))),
    'application/json',
  ),
  'save over HTTP': requesting('PUT', '/api/games/2?format=jsonl', () => writeRecords(jsonl, [edited])),
  'remove over HTTP': requesting('DELETE', '/api/games/2'),
  'alias over HTTP': requesting('PUT', '/api/aliases/One?player=Other'),
}

describe('a change that fails at any operation', () => {
  // The server tells its operator of what it could not do.
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterAll(() => vi.restoreAllMocks())

  it.each(Object.keys(CHANGES))('%s leaves the database as before or as after', async (name) => {
    const change = CHANGES[name]!
    const prepare = (folder: string) => cpSync(template, folder, { recursive: true })
    const states = await inCopy(prepare, async (folder) => {
      const before = await contentOf(folder)
      await change(folder)
      return { before, after: await contentOf(folder) }
    })
    const points = await tryEveryPoint({
      prepare,
      run: change,
      async check(folder: string, { mode, error }: FailedPoint) {
        const content = await contentOf(folder)
        expect([states.before, states.after]).toContain(content)
        // A refusal that nobody is told of must have changed nothing that matters.
        if (error === undefined && mode !== 'kill' && mode !== 'torn') expect(content).toBe(states.after)
        expect(readFileSync(join(folder, 'games.db', 'positions', 'endgames.pgn'), 'utf8')).toBe('mine')
        if (content === states.before) await change(folder)
        expect(await contentOf(folder)).toBe(states.after)
      },
      sampleSize: name === 'import' ? IMPORT_SAMPLE : SAMPLE,
    })
    console.log(`${name}: ${points} points tried`)
    expect(points).toBeGreaterThanOrEqual(4)
  })

  it('publishing leaves a whole folder or none', async () => {
    const publish = changing((database, folder) => publishDatabase(database, join(folder, 'public')))
    const points = await tryEveryPoint({
      prepare: (folder) => cpSync(template, folder, { recursive: true }),
      run: publish,
      async check(folder: string) {
        const isThere = existsSync(join(folder, 'public'))
        if (!isThere) await publish(folder)
        expect(readdirSync(join(folder, 'public')).toSorted()).toEqual(['games', 'positions', 'positions.json'])
        await contentOf(folder)
      },
      sampleSize: SAMPLE,
    })
    console.log(`publishing: ${points} points tried`)
  })

  it('export to Parquet leaves a whole folder or none', async () => {
    const points = await tryEveryPoint({
      prepare: (folder) => cpSync(template, folder, { recursive: true }),
      run: changing((database, folder) => exportParquet(database, join(folder, 'lake'))),
      async check(folder: string) {
        const isThere = existsSync(join(folder, 'lake'))
        if (isThere) expect(readdirSync(join(folder, 'lake')).toSorted()).toEqual(['games', 'positions', 'sources'])
        else await changing((database) => exportParquet(database, join(folder, 'lake')))(folder)
        expect(existsSync(join(folder, 'lake', 'sources'))).toBe(true)
        await contentOf(folder)
      },
      sampleSize: SAMPLE,
    })
    console.log(`export to Parquet: ${points} points tried`)
  })
})

async function inCopy<Result>(
  prepare: (folder: string) => void,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-copy-'))
  try {
    prepare(folder)
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
