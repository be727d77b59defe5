import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, importSources, type Alias, type DuplicateGroup } from '../../src/database/index.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import type { FoundGame } from '../../src/query/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { askHttp, jsonLines } from '../support/http.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-upkeep-'))
const games = randomGames('chess', 40, 1)
const others = randomGames('chess', 10, 3)
let database: Database
let server: RunningServer
let readOnly: { database: Database; server: RunningServer }

beforeAll(async () => {
  for (const [index, { header }] of games.entries()) {
    for (const player of header.players) if (player.name === 'Ash, Ann' && index % 2 === 0) player.name = 'Ann Ash'
  }
  ;(await importRecords(folder, 'reading.db', games)).close()
  database = await importRecords(folder, 'games.db', games)
  // The first two games again, under another name of the file.
  writeFileSync(join(folder, 'others.pgn'), await writeRecords(pgn, [...others, games[0]!, games[1]!]))
  await importSources(database, [{ path: join(folder, 'others.pgn') }])
  server = await serve(database)
  const reading = await Database.open(join(folder, 'reading.db'), { readOnly: true })
  readOnly = { database: reading, server: await serve(reading) }
})

afterAll(async () => {
  await Promise.all([server.close(), readOnly.server.close()])
  database.close()
  readOnly.database.close()
  rmSync(folder, { recursive: true })
})

const ask = (method: string, path: string) => askHttp(server.address + path, method)
const lines = async (path: string) => jsonLines((await ask('GET', path)).text)
/** Status and parsed body of a response. */
const answer = async (method: string, path: string) => {
  const { status, text } = await ask(method, path)
  return [status, JSON.parse(text)]
}
const problem = (code: string, place: string) =>
  expect.objectContaining({ code, place, params: expect.any(Object), error: expect.any(String) })

describe('looking after a database over HTTP', () => {
  it('aliases are suggested, saved, listed and removed', async () => {
    const [suggested] = jsonLines<Alias>((await ask('GET', '/api/aliases?suggested=true')).text)
    expect(new Set([suggested!.name, suggested!.player])).toEqual(new Set(['Ann Ash', 'Ash, Ann']))
    const ann = `/api/aliases/${encodeURIComponent('Ann Ash')}`
    const path = `${ann}?player=${encodeURIComponent('Ash, Ann')}`
    const alias = { name: 'Ann Ash', player: 'Ash, Ann' }
    const apart = await lines('/api/players?name=ash')
    expect(await answer('PUT', path)).toEqual([200, alias])
    expect(await lines('/api/aliases')).toEqual([alias])
    const together = await lines('/api/players?name=ash')
    expect([apart.length, together.length]).toEqual([2, 1])
    expect(together[0]!['games']).toBe(apart.reduce((sum, { games: count }) => sum + Number(count), 0))
    // The other way round both would be aliases of each other.
    const back = `/api/aliases/${encodeURIComponent('Ash, Ann')}?player=${encodeURIComponent('Ann Ash')}`
    expect(await answer('PUT', back)).toEqual([409, problem('database/alias-of-itself', 'player')])
    expect(await answer('PUT', ann)).toEqual([400, problem('request/player-missing', 'player')])
    expect(await answer('DELETE', ann)).toEqual([200, { name: 'Ann Ash' }])
    expect(await answer('DELETE', ann)).toEqual([404, problem('request/no-alias', 'name')])
    expect(await lines('/api/aliases')).toEqual([])
  })

  it('duplicates are shown with the one to keep', async () => {
    const groups = jsonLines<DuplicateGroup>((await ask('GET', '/api/duplicates')).text)
    expect(groups.map((group) => group.games.map(({ id }) => id))).toEqual([
      [1, 51],
      [2, 52],
    ])
    expect(groups[0]).toMatchObject({ reason: 'same moves, players and date', withOtherNotes: [] })
    expect(groups[0]!.games[1]).toMatchObject({ source: 'others.pgn' })
    expect(await lines('/api/duplicates?max=1')).toEqual(groups.slice(0, 1))
  })

  it('games and sources are removed completely', async () => {
    const before = JSON.parse((await ask('GET', '/api/explore')).text)
    expect(before.games).toBe(52)
    // A list that is kept for paging is rebuilt.
    expect((await ask('GET', '/api/games?offset=1')).total).toBe(52)
    expect(await answer('DELETE', '/api/games/51')).toEqual([200, { id: 51 }])
    expect((await ask('GET', '/api/games?offset=1')).total).toBe(51)
    expect(await answer('DELETE', '/api/games/51')).toEqual([404, problem('request/no-game', 'id')])
    expect((await ask('GET', '/api/games/51')).status).toBe(404)
    const sources = await lines('/api/sources')
    expect(sources).toMatchObject([
      { path: 'games.db.jsonl', format: 'jsonl', games: 40, damaged: 0, size: expect.any(Number) },
      { path: 'others.pgn', format: 'pgn', games: 11, imported: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:/) },
    ])
    expect(await lines('/api/sources?name=OTHERS')).toEqual(sources.slice(1))
    const other = sources[1]!['id']
    expect(await answer('DELETE', `/api/sources/${other}`)).toEqual([200, { id: other, games: 11 }])
    expect(await answer('DELETE', `/api/sources/${other}`)).toEqual([404, problem('request/no-source', 'id')])
    expect(await answer('DELETE', '/api/sources/x')).toEqual([400, problem('request/number', 'id')])
    expect(JSON.parse((await ask('GET', '/api/explore')).text).games).toBe(40)
    expect(await lines('/api/duplicates')).toEqual([])
    expect(await problemsOf(database)).toEqual([])
  })

  it('games have tags, collections and notes, and searches are saved', async () => {
    const send = async (method: string, path: string, body: unknown, type = 'application/json') => {
      const response = await fetch(server.address + path, {
        method,
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      })
      return [response.status, await response.json()]
    }
    expect(await answer('GET', '/api/games/5/labels')).toEqual([200, { tags: [], collections: [] }])
    const labels = { tags: ['To review', 'brilliant'], collections: ['Openings/Najdorf'], note: 'my <b>own</b>' }
    expect(await send('PUT', '/api/games/5/labels', labels)).toEqual([200, labels])
    expect(await answer('GET', '/api/games/5/labels')).toEqual([200, labels])
    expect(await send('POST', '/api/labels', { games: [5, 6], tag: 'to-review' })).toEqual([200, { games: 1 }])
    expect(await answer('GET', '/api/labels')).toEqual([
      200,
      {
        tags: [
          { name: 'To review', games: 2 },
          { name: 'brilliant', games: 1 },
        ],
        collections: [{ name: 'Openings/Najdorf', games: 1 }],
        absent: 0,
      },
    ])
    const listed = jsonLines<FoundGame>((await ask('GET', '/api/games?tag=to+review')).text)
    expect(listed.map(({ id, tags }) => [id, tags])).toEqual([
      [5, ['To review', 'brilliant']],
      [6, ['To review']],
    ])
    expect(await answer('PUT', '/api/searches/mine?tag=to+review')).toEqual([
      200,
      { name: 'mine', conditions: { tag: 'to review' } },
    ])
    expect(await lines('/api/searches')).toEqual([{ name: 'mine', conditions: { tag: 'to review' } }])
    expect((await lines('/api/games?where=saved:mine+collection:openings')).length).toBe(1)
    expect(JSON.parse((await ask('GET', '/api/explore?saved=mine')).text).games).toBe(2)
    expect(await answer('DELETE', '/api/searches/mine')).toEqual([200, { name: 'mine' }])
    expect(await answer('DELETE', '/api/searches/mine')).toEqual([404, problem('request/no-saved', 'name')])
    expect(await answer('GET', '/api/games?saved=mine')).toEqual([400, problem('query/no-saved', 'saved')])
    expect(await answer('PUT', '/api/searches/mine')).toEqual([400, problem('database/search-empty', 'labels')])
    expect(await send('POST', '/api/labels', { games: [5, 6], tag: 'to review', remove: true })).toEqual([
      200,
      { games: 2 },
    ])
    const none = { tags: [], collections: [] }
    expect(await send('PUT', '/api/games/5/labels', none)).toEqual([200, none])
    for (const [body, code, place] of [
      [[], 'request/wrong-field', 'body'],
      [{ tag: 'x' }, 'request/unknown-parameter', 'tag'],
      [{ tags: 'x' }, 'request/wrong-field', 'tags'],
      [{ tags: [1] }, 'request/wrong-field', 'tags'],
      [{ note: 1 }, 'request/wrong-field', 'note'],
      [{ tags: ['?'] }, 'database/label-name', 'labels'],
      [{ note: 'x'.repeat(100_001) }, 'database/label-long', 'labels'],
    ] as const) {
      expect(await send('PUT', '/api/games/5/labels', body)).toEqual([400, problem(code, place)])
    }
    expect(await send('PUT', '/api/games/999/labels', none)).toEqual([404, problem('database/no-game', 'labels')])
    expect(await send('PUT', '/api/games/5/labels', none, 'text/plain')).toEqual([
      415,
      problem('request/json-only', 'body'),
    ])
    for (const body of [
      { games: [1] },
      { games: [-1], tag: 'a' },
      { games: 1, tag: 'a' },
      { games: [1], tag: 'a', collection: 'b' },
      { games: [1], tag: 'a', remove: 1 },
    ]) {
      expect(await send('POST', '/api/labels', body)).toMatchObject([400, { code: 'request/wrong-field' }])
    }
  })

  it('everything is checked', async () => {
    expect(await answer('GET', '/api/verify')).toEqual([200, { sound: true, issues: [] }])
    await database.catalogue.rows('UPDATE sources SET games = games + 1')
    const [status, report] = await answer('GET', '/api/verify')
    expect([status, report.sound]).toEqual([200, false])
    expect(report.issues).toMatchObject([{ id: 'database/source-count', severity: 'error' }])
    await database.catalogue.rows('UPDATE sources SET games = games - 1')
  })

  it.each([
    ['DELETE', '/api/games/1'],
    ['DELETE', '/api/sources/1'],
    ['PUT', '/api/aliases/Ann?player=Ash'],
    ['DELETE', '/api/aliases/Ann'],
    ['POST', '/api/labels'],
    ['PUT', '/api/games/1/labels'],
    ['PUT', '/api/searches/x?tag=y'],
    ['DELETE', '/api/searches/x'],
  ])('%s %s is refused where the database is served for reading', async (method, path) => {
    const { status, text } = await askHttp(readOnly.server.address + path, method)
    expect([status, JSON.parse(text)]).toEqual([403, problem('request/read-only', 'address')])
    const evil = await askHttp(server.address + path, method, undefined, { origin: 'http://evil.example' })
    expect(evil.status).toBe(403)
  })

  it('duplicates of an import are merged into the games that were there', async () => {
    const body = await writeRecords(pgn, [games[2]!, games[3]!])
    const sent = await askHttp(`${server.address}/api/games?name=again.pgn`, 'POST', Buffer.from(body))
    const { source } = JSON.parse(sent.text) as { source: string }
    const of = `/api/duplicates?source=${encodeURIComponent(source)}`
    expect((await lines(of)).length).toBe(2)
    expect((await lines('/api/duplicates')).length).toBe(2)
    expect(await answer('POST', of)).toEqual([200, { removed: 2, filled: 0, differing: {} }])
    expect(await lines(of)).toEqual([])
    expect(await lines('/api/duplicates')).toEqual([])
    expect((await ask('GET', '/api/games/3')).status).toBe(200)
    expect(await answer('POST', '/api/duplicates?source=nothing')).toEqual([
      200,
      { removed: 0, filled: 0, differing: {} },
    ])
    expect(await answer('POST', '/api/duplicates?max=1')).toEqual([400, problem('request/unknown-parameter', 'max')])
    const refused = await askHttp(`${readOnly.server.address}/api/duplicates`, 'POST')
    expect([refused.status, JSON.parse(refused.text)]).toEqual([403, problem('request/read-only', 'address')])
  })
})
