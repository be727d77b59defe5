import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { polyglot, PolyglotBuilder } from '../../src/books/index.ts'
import { MemorySink, MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import type { FoundGame } from '../../src/query/index.ts'
import { Database, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { routes } from '../../src/server/routes.ts'
import { chess } from '../../src/rules/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { askHttp, jsonLines } from '../support/http.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-server-'))
const games = [...randomGames('chess', 60, 1), ...randomGames('othello', 20, 2)]
let database: Database
let server: RunningServer

beforeAll(async () => {
  const sinks = new MemorySinkSet('games.jsonl')
  const writer = await jsonl.write(sinks)
  for (const record of games) writer.add(record)
  writer.finish()
  writeFileSync(join(folder, 'games.jsonl'), sinks.files.get('games.jsonl')!)
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(writable, [{ path: join(folder, 'games.jsonl') }])
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  server = await serve(database)
})

afterAll(async () => {
  await server.close()
  database.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  askHttp(server.address + path, method, undefined, headers)

const json = async (path: string) => JSON.parse((await get(path)).text)
/** What the OpenAPI document says of an operation. */
interface Described {
  summary: string
  parameters: { name: string; in: string; description?: string; schema: { type: string }; required?: boolean }[]
  requestBody?: { content: object }
  responses: { 200: { content: object } } & Record<string, object>
}

describe('the HTTP interface', () => {
  it('says what opening books have in a position', async () => {
    expect((await json('/api/info')).books).toEqual([])
    expect(await json('/api/books')).toMatchObject({ game: 'chess', books: [] })
    const builder = new PolyglotBuilder()
    for (const record of games.slice(0, 20)) builder.add(record)
    const sink = new MemorySink()
    builder.write(sink)
    const book = await polyglot.open(new MemorySource('a.bin', sink.bytes()))
    const withBook = await serve(database, { books: [{ book, game: 'chess' }] })
    const ask = async (path: string) => JSON.parse((await askHttp(withBook.address + path, 'GET')).text)
    try {
      expect((await ask('/api/info')).books).toEqual([{ name: 'a.bin', format: 'polyglot', game: 'chess' }])
      const position = chess.start()
      const { moves } = book.lookUp(position)
      const total = moves.reduce((sum, { weight = 0 }) => sum + weight, 0)
      expect(await ask('/api/books')).toEqual({
        game: 'chess',
        fen: chess.format(position),
        books: [
          {
            book: 'a.bin',
            format: 'polyglot',
            moves: moves.map(({ move, weight }) => ({
              uci: chess.writeMove(position, move, 'uci'),
              san: chess.writeMove(position, move),
              weight,
              share: weight! / total,
            })),
          },
        ],
      })
      const [first] = moves
      chess.play(position, first!.move)
      expect((await ask(`/api/books?play=${(await ask('/api/books')).books[0].moves[0].uci}`)).fen).toBe(
        chess.format(position),
      )
      expect((await ask('/api/books?game=xiangqi')).books).toEqual([])
      expect(await ask('/api/books?fen=nonsense')).toMatchObject({ place: 'fen' })
    } finally {
      await withBook.close()
    }
  })

  it('lists games as ndjson, counted, sorted and in pages', async () => {
    const { status, headers, text } = await get('/api/games?game=chess&max=10&offset=5&sort=-rating')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/x-ndjson')
    expect(headers['x-total-count']).toBe('60')
    const found = jsonLines(text) as unknown as FoundGame[]
    expect(found).toHaveLength(10)
    const best = found.map(({ white, black }) => Math.max(white?.rating ?? 0, black?.rating ?? 0))
    expect(best).toEqual(best.toSorted((left, right) => right - left))
    const records = jsonLines((await get('/api/games?max=3&records=true')).text)
    expect(records.map(({ nodes }) => nodes)).toEqual(games.slice(0, 3).map(({ nodes }) => nodes))
  })

  it('gives one game as a record or as a file', async () => {
    expect((await json('/api/games/1')).header.players).toEqual(games[0]!.header.players)
    const file = await get('/api/games/1?format=pgn')
    expect(file.headers['content-disposition']).toContain('game-1.pgn')
    expect(file.text).toContain('[Event ')
    expect((await get('/api/games/99999')).status).toBe(404)
    expect((await get('/api/games/1?format=nonsense')).status).toBe(400)
    expect((await get('/api/games/1?format=wthor')).status).toBe(400)
  })

  it('explores a position with the field names of lichess, and the same conditions as the search', async () => {
    const all = await json('/api/explore')
    expect(all.games).toBe(60)
    expect(all.white + all.draws + all.black).toBeLessThanOrEqual(60)
    expect(all.moves.reduce((sum: number, move: { games: number }) => sum + move.games, 0)).toBe(60)
    expect(all.topGames).toEqual([])
    const [first] = all.moves
    const next = await json(`/api/explore?play=${first.uci}`)
    expect(next.games).toBeGreaterThanOrEqual(first.games)
    const strong = await json('/api/explore?minRating=2000&topGames=3')
    const listed = await get('/api/games?game=chess&minRating=2000&max=1')
    expect(strong.games).toBe(Number(listed.headers['x-total-count']))
    expect(strong.topGames).toHaveLength(Math.min(3, strong.games))
    expect(strong.topGames[0]).toMatchObject({ white: { rating: expect.any(Number) }, id: expect.any(String) })
    expect((await json('/api/explore?game=othello')).moves[0].san).toBe('f5')
    expect((await json('/api/explore?play=e4,c5')).opening).toEqual({ eco: 'B20', name: 'Sicilian Defense' })
    expect(all.opening).toBeUndefined()
  })

  it('says why no game can reach a position', async () => {
    const answer = {
      error: 'fen: P can never stand on a1: no game can reach this position',
      code: 'query/unreachable',
      params: { reason: { id: 'position/misplaced', params: { piece: 'P', square: 'a1' } } },
      place: 'fen',
    }
    const fen = encodeURIComponent('4k3/8/8/8/8/8/8/P3K3 w - - 0 1')
    for (const path of ['explore?', 'explore?topGames=3&', 'games?', 'games?offset=5&']) {
      const { status, text } = await get(`/api/${path}fen=${fen}`)
      expect([status, JSON.parse(text)]).toEqual([400, answer])
    }
    expect(await json('/api/explore?fen=nonsense')).toMatchObject({ code: 'position/ranks', place: 'fen' })
    expect(await json('/api/explore?play=e4,e4')).toMatchObject({
      code: 'query/illegal-move',
      params: { move: 'e4', plies: 1 },
      place: 'play',
    })
  })

  it('lists players and events', async () => {
    const player = jsonLines((await get('/api/players?max=1')).text)[0]!
    const described = await json(`/api/players/${encodeURIComponent(String(player['name']))}`)
    const counted = described.byColour.reduce((sum: number, { games: count }: { games: number }) => sum + count, 0)
    expect(counted).toBe(player.games)
    expect(jsonLines((await get('/api/events')).text).length).toBeGreaterThan(0)
    expect((await get('/api/players/nobody')).status).toBe(404)
    const event = jsonLines((await get('/api/events?max=1')).text)[0]!
    const table = await json(`/api/events/${encodeURIComponent(String(event['name']))}`)
    expect(table).toMatchObject({ name: event['name'], games: event['games'] })
    expect(table.table[0].results.length).toBe(table.table[0].games)
    expect((await get('/api/events/nothing')).status).toBe(404)
  })

  it('describes every address', async () => {
    const { openapi, paths } = await json('/openapi.json')
    expect(openapi).toMatch(/^3\./)
    const described = Object.values(paths as object).flatMap((path: object) => Object.keys(path))
    expect(described).toHaveLength(Object.keys(routes).length)
    expect(Object.keys(paths['/api/games'])).toEqual(['get', 'post'])
    expect(Object.keys(paths['/api/games/{id}'])).toEqual(['get', 'put', 'delete'])
    expect(Object.keys(paths['/api/games/{id}'].delete.responses)).toEqual(['200', '400', '403', '404'])
    expect(paths['/api/games/{id}'].get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true })
  })

  it('describes of every address what it takes and what it replies', async () => {
    const { paths, info } = await json('/openapi.json')
    expect(info).toMatchObject({ title: 'Ludograph', version: '1', description: expect.stringMatching(/\w/) })
    const problem = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
    for (const [path, operations] of Object.entries<Record<string, Described>>(paths)) {
      for (const [method, { summary, parameters, requestBody, responses }] of Object.entries(operations)) {
        const place = `${method} ${path}`
        expect(summary, place).toMatch(/^[A-Z].{5,}/)
        for (const { name, in: where, description, schema, required } of parameters) {
          expect(['string', 'integer', 'boolean'], `${place} ${name}`).toContain(schema.type)
          if (where === 'path') expect([path.includes(`{${name}}`), required]).toEqual([true, true])
          else expect([where, typeof description]).toEqual(['query', 'string'])
        }
        const { 200: reply, ...failures } = responses
        expect(reply, place).toMatchObject({ description: summary })
        expect(Object.keys(reply.content), place).toEqual([expect.stringMatching(/^\w+\/[\w.+-]+$/)])
        for (const [status, failure] of Object.entries(failures)) {
          expect(failure, `${place} ${status}`).toEqual({ description: expect.stringMatching(/\w/), content: problem })
        }
        const statuses = Object.keys(failures)
        expect(statuses, place).toContain('400')
        if (path.includes('{')) expect(statuses, place).toContain('404')
        // What is compared with a repertoire changes nothing, and needs no engine.
        const isCheck = path === '/api/repertoire/check' || path.endsWith('/dossier')
        const changes = ['put', 'post', 'delete'].includes(method) && !path.startsWith('/api/engines') && !isCheck
        if (changes) expect(statuses, place).toContain('403')
        for (const status of ['413', '415']) expect(statuses.includes(status), place).toBe(requestBody !== undefined)
        if (!requestBody) continue
        expect(requestBody, place).toMatchObject({ required: true, description: expect.stringMatching(/\w/) })
        for (const type of Object.keys(requestBody.content)) expect(type, place).toMatch(/^[\w*]+\/[\w.+*-]+$/)
        expect(Object.keys(requestBody.content), place).not.toEqual([])
      }
    }
  })

  it('describes failures, and reports them that way', async () => {
    const text = (await get('/openapi.json')).text
    const { components } = JSON.parse(text)
    const references = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference))
    expect([...references]).toEqual(['#/components/schemas/Problem'])
    const { required, properties } = components.schemas.Problem
    const problem = JSON.parse((await get('/api/games?max=-1')).text)
    expect(Object.keys(problem).sort()).toEqual([...(required as string[])].sort())
    expect(Object.keys(properties).sort()).toEqual([...(required as string[])].sort())
    for (const [name, { type }] of Object.entries<{ type: string }>(properties)) expect(typeof problem[name]).toBe(type)
  })

  it('says which values a parameter takes, and refuses others', async () => {
    const { paths } = await json('/openapi.json')
    const kinds = new Set<string>()
    for (const { name, schema } of paths['/api/games'].get.parameters) {
      const kind = schema.enum ? 'choice' : schema.type
      kinds.add(kind)
      if (kind === 'string') continue
      expect([name, (await get(`/api/games?${name}=nonsense`)).status]).toEqual([name, 400])
      const value = kind === 'choice' ? schema.enum[0] : kind === 'integer' ? 1 : 'true'
      const isKnown = name !== 'after' && name !== 'colour'
      if (isKnown) expect([name, (await get(`/api/games?${name}=${value}`)).status]).toEqual([name, 200])
    }
    expect([...kinds].sort()).toEqual(['boolean', 'choice', 'integer', 'string'])
  })

  it.each([
    ['/api/games?max=-1', 'max'],
    ['/api/games?max=1e99', 'max'],
    ['/api/games?sort=nonsense', 'sort'],
    ['/api/games?game=draughts', 'game'],
    ['/api/games?since=yesterday', 'since'],
    [`/api/games?player=${'x'.repeat(2000)}`, 'player'],
    ['/api/explore?fen=nonsense', 'fen'],
    ['/api/explore?fen=8/8/8/8/8/8/8/9%20w%20-%20-%200%201%20%27;DROP', 'fen'],
    ['/api/explore?play=e4,e4', 'play'],
    [`/api/explore?play=${'e4,'.repeat(2000)}`, 'play'],
    ['/api/explore?topGames=many', 'topGames'],
    ['/api/games?plyer=Ash', 'plyer'],
    ['/api/info?max=1', 'max'],
  ])('answers %s with what is wrong', async (path, place) => {
    const { status, text } = await get(path)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      place,
      error: expect.any(String),
      code: expect.stringMatching(/^\w+\/[\w-]+$/),
    })
  })

  it('takes what is typed as text, never as SQL', async () => {
    const { headers } = await get(`/api/games?player=${encodeURIComponent("'; DROP TABLE games; --")}`)
    expect(headers['x-total-count']).toBe('0')
    expect((await get('/api/games?max=1')).headers['x-total-count']).toBe('80')
  })

  it('accepts requests from this machine and its own pages only', async () => {
    expect((await get('/api/info')).status).toBe(200)
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await get('/api/info', headers)
      const place = 'host' in headers ? 'host' : 'origin'
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        403,
        { error: expect.stringContaining('this machine'), code: 'request/other-site', params: {}, place },
      ])
    }
    const own = new URL(server.address).host
    expect((await get('/api/info', { origin: `http://${own}` })).status).toBe(200)
  })

  it('writes nothing and knows no other addresses', async () => {
    expect((await get('/api/games/1', {}, 'PATCH')).status).toBe(404)
    for (const [path, method] of [
      ['/api/games/1', 'PUT'],
      ['/api/games', 'POST'],
    ]) {
      const refused = await get(path!, {}, method)
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        403,
        { error: expect.stringContaining('--write'), code: 'request/read-only', params: {}, place: 'address' },
      ])
    }
    expect((await json('/api/info')).writable).toBe(false)
    const { status, text } = await get('/etc/passwd')
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'request/nowhere' })
  })
})
