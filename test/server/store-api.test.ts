/** A store without a database behind it, such as a cluster, over HTTP: what it answers, and what it says of the rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'
import { storeOf } from '../../src/database/stores/store.ts'
import { CodedError } from '../../src/issues/errors.ts'
import { makeApi, makeStoreApi } from '../../src/server/api.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-store-api-'))
let database: Database
const game = (white: string, date: string, moves: string, result: string) =>
  `[White "${white}"]\n[Black "Elm, Eve"]\n[Date "${date}"]\n[Result "${result}"]\n\n${moves} ${result}\n`

beforeAll(async () => {
  const texts = [
    game('Ash, Ann', '2001.02.03', '1. e4 e5 2. Nf3', '1-0'),
    game('Birch, Bob', '2003.01.01', '1. e4 c5', '0-1'),
    game('Ash, Ann', '1999.??.??', '1. d4 d5', '1/2-1/2'),
  ]
  writeFileSync(join(folder, 'games.pgn'), texts.join('\n'))
  database = await Database.open(join(folder, 'games.db'))
  await importSources(database, [{ path: join(folder, 'games.pgn') }])
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('answers as a database does where it has what is asked for', async () => {
  const [store, whole] = [makeStoreApi(storeOf(database)), makeApi(database)]
  for (const path of [
    '/api/games',
    '/api/games?sort=-date&max=2',
    '/api/games?sort=-date&max=2&offset=2',
    '/api/games?player=ash&records=true',
    '/api/games?offset=1&records=true',
    '/api/games?offset=5',
    '/api/games?minRating=many',
    '/api/games/2',
    '/api/games/2?format=pgn',
    '/api/games/77',
    '/api/explore?topGames=5',
    '/api/explore?play=e4&player=ash',
    '/api/engines',
    '/api/books',
    '/masters?play=e2e4',
    '/lichess?recentGames=2',
    '/player?player=ash&color=white',
    '/masters/pgn/1',
    '/openapi.json',
    '/nowhere',
  ]) {
    const [own, expected] = [await store.request(path), await whole.request(path)]
    expect([path, own.status, own.headers.get('x-total-count')]).toEqual([
      path,
      expected.status,
      expected.headers.get('x-total-count'),
    ])
    expect(await own.text()).toBe(await expected.text())
  }
})

it('says what it is, and what it does not answer', async () => {
  const api = makeStoreApi(storeOf(database))
  expect(await (await api.request('/api/info')).json()).toEqual({
    writable: false,
    parts: ['games'],
    games: [{ game: 'chess', games: 3 }],
    sources: [],
    books: [],
  })
  for (const [path, method] of [
    ['/api/players', 'GET'],
    ['/api/patterns?pattern=x', 'GET'],
    ['/api/verify', 'GET'],
    ['/api/games/1', 'PUT'],
    ['/api/games', 'POST'],
  ] as const) {
    const reply = await api.request(path, { method })
    expect([path, reply.status]).toEqual([path, 404])
    expect(await reply.json()).toMatchObject({ code: 'request/not-served' })
  }
  const reply = await api.request('/api/games?after=1')
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ code: 'request/no-place', place: 'after' })
})

it('says when a server behind it does not answer', async () => {
  const silent = () => Promise.reject(new CodedError('cluster/server', { server: 'one:8123', detail: 'ECONNREFUSED' }))
  const reply = await makeStoreApi({ ...storeOf(database), explore: silent }).request('/api/explore')
  expect(reply.status).toBe(502)
  expect(await reply.json()).toMatchObject({ error: 'one:8123: ECONNREFUSED', code: 'cluster/server' })
})
