import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { askHttp, jsonLines } from '../support/http.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-changes-'))
const games = [...randomGames('chess', 60, 1), ...randomGames('othello', 20, 2)]
const others = randomGames('chess', 10, 3)
let database: Database
let server: RunningServer

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', games)
  server = await serve(database)
})

afterAll(async () => {
  await server.close()
  database.close()
  rmSync(folder, { recursive: true })
})

/** Records as the body of a request: a file of PGN. */
const sent = async (records: readonly GameRecord[]) => Buffer.from(await writeRecords(pgn, records))

const ask = (method: string, path: string, body?: Buffer | string, headers?: Record<string, string>) =>
  askHttp(server.address + path, method, body, headers)

const get = async (path: string) => JSON.parse((await ask('GET', path)).text)
const NO_HEADERS: Record<string, string> = {}
const JSON_BODY = { 'content-type': 'application/json' }

describe('changes over HTTP', () => {
  it('save an edited game so that it is shown, found and explored as it is now', async () => {
    const before = await get('/api/explore')
    const record = await get('/api/games/7')
    record.header.players[0].name = 'Zebra, Zoë'
    record.nodes = others[0]!.nodes
    const { status, text } = await ask('PUT', '/api/games/7', JSON.stringify(record, undefined, 2), JSON_BODY)
    expect([status, JSON.parse(text)]).toEqual([200, { id: 7, issues: [] }])
    expect(await get('/api/games/7')).toEqual(record)
    expect((await ask('GET', '/api/games?player=zebra')).total).toBe(1)
    const after = await get('/api/explore')
    expect(after.games).toBe(before.games)
    const played = (moves: { games: number }[]) => moves.reduce((sum, move) => sum + move.games, 0)
    expect(played(after.moves)).toBe(60)
    // A file of any format with one game does as well.
    expect((await ask('PUT', '/api/games/8', await sent([others[1]!]))).status).toBe(200)
    expect((await get('/api/games/8')).nodes).toEqual(others[1]!.nodes)
    expect(await problemsOf(database)).toEqual([])
  })

  it('refuse to replace a game that has changed since it was read', async () => {
    const read = await fetch(`${server.address}/api/games/9`)
    const revision = read.headers.get('etag')!
    expect(revision).toMatch(/^"[\w-]{22}"$/)
    const record = (await read.json()) as GameRecord
    const put = (event: string, tag: string) =>
      fetch(`${server.address}/api/games/9`, {
        method: 'PUT',
        headers: { ...JSON_BODY, 'If-Match': tag },
        body: JSON.stringify({ ...record, header: { ...record.header, event: { name: event } } }),
      })
    const first = await put('First', revision)
    expect(first.status).toBe(200)
    const second = await put('Second', revision)
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ code: 'request/changed', params: { id: 9 }, place: 'if-match' })
    expect((await get('/api/games/9')).header.event).toEqual({ name: 'First' })
    expect((await put('Third', first.headers.get('etag')!)).status).toBe(200)
    expect((await put('Any', '*')).status).toBe(200)
    // Of two that save at once, one is refused.
    const last = (await fetch(`${server.address}/api/games/9`)).headers.get('etag')!
    const both = await Promise.all([put('One', last), put('Other', `"old", ${last}`)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it.each([
    ['PUT', '/api/games/9999', JSON.stringify(games[0]), 404, 'id'],
    ['PUT', '/api/games/nonsense', JSON.stringify(games[0]), 400, 'id'],
    ['PUT', '/api/games/1', JSON.stringify(games[70]), 409, 'id'],
    ['PUT', '/api/games/1', '{"game": "chess"', 400, 'body'],
    ['PUT', '/api/games/1', '{"game": "chess"}', 400, expect.any(String)],
    ['PUT', '/api/games/1', '{}', 400, expect.any(String)],
    ['PUT', '/api/games/1', '[]', expect.any(Number), 'body'],
    ['PUT', '/api/games/1', '', 400, 'body'],
  ])('%s %s with %s is refused', async (method, path, body, status, place) => {
    const answer = await ask(method, path, body, JSON_BODY)
    expect(answer.status).toEqual(status)
    expect(JSON.parse(answer.text)).toEqual({
      // A sentence, which holds no code.
      error: expect.not.stringMatching(/[a-z]\/[a-z]+-/),
      code: expect.stringMatching(/^\w+\/[\w-]+$/),
      params: expect.any(Object),
      place,
    })
    expect((await get('/api/games/1')).nodes).toEqual(games[0]!.nodes)
  })

  it('leave nothing of an upload that is broken off, and say nothing in the terminal', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('ludograph-upload-'))
    const upload = request(`${server.address}/api/games?name=a.pgn`, {
      method: 'POST',
      headers: { 'content-length': 100_000 },
    })
    upload.on('error', () => {})
    upload.write('[Event "x"]\n'.repeat(100))
    await expect.poll(uploads).toHaveLength(1)
    upload.destroy()
    await expect.poll(uploads).toEqual([])
    expect((await ask('GET', '/api/info')).status).toBe(200)
    expect(told).not.toHaveBeenCalled()
    told.mockRestore()
  })

  it('take a file whose name is longer than file systems let it be', async () => {
    const name = encodeURIComponent(`${'棋'.repeat(120)}.pgn`)
    expect((await ask('POST', `/api/games?name=${name}`, 'nothing to be played')).status).toBe(415)
  })

  it.each([5000, 100_000])('refuse a body nested %i deep', async (depth) => {
    const body = `{"game":"chess","native":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const answer = await ask('PUT', '/api/games/1', body, JSON_BODY)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { place: 'body', code: 'request/nested' }])
    expect(answer.text).toContain('nested')
  })

  it('import a file that is sent', async () => {
    const { status, text } = await ask('POST', '/api/games?name=../../more%2Fgames.pgn', await sent(others))
    expect([status, JSON.parse(text)]).toMatchObject([200, { imported: 1, games: 10, damaged: 0 }])
    const info = await get('/api/info')
    expect(info.writable).toBe(true)
    expect(info.sources.map(({ path }: { path: string }) => path)).toEqual(['games.db.jsonl', 'games.pgn'])
    expect((await ask('GET', '/api/games?source=uploaded')).total).toBe(10)
    expect((await get('/api/explore')).games).toBe(70)
    const again = JSON.parse((await ask('POST', '/api/games?name=games.pgn', await sent(others))).text)
    expect(again).toMatchObject({ imported: 0, skipped: 1 })
    expect(await problemsOf(database)).toEqual([])
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ludograph-upload-'))).toEqual([])
  })

  it('use the given format, whatever the body looks like', async () => {
    const body = await sent([others[2]!])
    expect((await ask('PUT', '/api/games/9?format=pgn', body)).status).toBe(200)
    expect((await get('/api/games/9')).nodes).toEqual(others[2]!.nodes)
    for (const format of ['sgf', 'jsonl', 'nonsense', '']) {
      expect((await ask('PUT', `/api/games/9?format=${format}`, body)).status).toBe(415)
      expect((await ask('POST', `/api/games?format=${format}`, body)).status).toBe(
        format.includes('s') && format !== 'nonsense' ? 415 : 400,
      )
    }
    const refused = await ask('POST', '/api/games?format=nonsense', body)
    expect(JSON.parse(refused.text).error).toContain('“nonsense”')
    const long = await ask('POST', `/api/games?format=${'x'.repeat(1000)}`, body)
    expect(JSON.parse(long.text).error.length).toBeLessThan(100)
    // Nothing tells that this is PGN.
    const bare = Buffer.from('1. e4 e5 *')
    expect((await ask('PUT', '/api/games/9', bare)).status).toBe(415)
    expect((await ask('PUT', '/api/games/9?format=pgn', bare)).status).toBe(200)
    expect((await get('/api/games/9')).nodes).toHaveLength(3)
    expect((await ask('GET', '/api/games')).total).toBe(90)
  })

  it.each([
    ['/api/games?name=notes.txt', 'nothing to be played', NO_HEADERS, 415],
    ['/api/games?format=nonsense', 'x', NO_HEADERS, 400],
    ['/api/games', '', NO_HEADERS, 400],
    ['/api/games', 'x', { origin: 'http://evil.example' }, 403],
    ['/api/games', 'x', { host: 'evil.example' }, 403],
  ])('POST %s of "%s" with %j is refused', async (path, body, headers, status) => {
    const answer = await ask('POST', path, body, headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    expect((await ask('GET', '/api/games')).total).toBe(90)
  })

  it('refuse a body whose stated size is too large', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-length': String(2 ** 31) }
      const asked = request(`${server.address}/api/games`, { method: 'POST', headers, agent: false }, (answer) => {
        resolve(answer.statusCode)
        asked.destroy()
      })
      asked.on('error', reject)
      asked.flushHeaders()
    })
    expect(status).toBe(413)
  })

  it('happen one after another, and readers see whole states', async () => {
    const saves = Array.from({ length: 6 }, (_, index) =>
      ask('PUT', `/api/games/${index + 20}`, JSON.stringify(others[index]), JSON_BODY),
    )
    const reads = Array.from({ length: 20 }, () => get('/api/explore'))
    for (const { status } of await Promise.all(saves)) expect(status).toBe(200)
    for (const { games: count } of await Promise.all(reads)) expect(count).toBe(70)
    expect(await problemsOf(database)).toEqual([])
  })
})

describe('pages of a list', () => {
  it.each(['id', 'date', 'player', 'rating', 'event', 'result', '-id', '-date', '-player', '-plies'])(
    'sorted by %s follow one another',
    async (sort) => {
      const lines = async (path: string) => {
        const { text, total } = await ask('GET', path)
        expect(total).toBe(90)
        return jsonLines<{ id: number }>(text).map(({ id }) => id)
      }
      const whole = await lines(`/api/games?sort=${sort}&max=1000`)
      expect(new Set(whole).size).toBe(90)
      const paged: number[] = []
      for (let after = ''; ; after = `&after=${paged.at(-1)}`) {
        const page = await lines(`/api/games?sort=${sort}&max=17${after}`)
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(whole)
      expect(await lines(`/api/games?sort=${sort}&max=5&offset=40`)).toEqual(whole.slice(40, 45))
    },
  )

  it('give records too, and say when a game is not in the list', async () => {
    const { text } = await ask('GET', '/api/games?game=othello&sort=-id&max=2&after=70&records=true')
    const records = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number; nodes: unknown })
    expect(records.map(({ id }) => id)).toEqual([69, 68])
    expect(records[0]!.nodes).toEqual(games[68]!.nodes)
    expect((await ask('GET', '/api/games?game=othello&after=1')).status).toBe(409)
  })
})
