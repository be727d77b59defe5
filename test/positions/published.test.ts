import { createServer, type Server } from 'node:http'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, explore, importSources, publishDatabase, searchGames } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import { GAMES, type Game, type GameRecord } from '../../src/model/index.ts'
import {
  PublishedPositions,
  type Manifest,
  type PublishedGame,
  type PublishedLists,
} from '../../src/positions/index.ts'
import { inOrder } from '../../src/query/found-game.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-published-'))
const games = Object.fromEntries(GAMES.map((game, seed) => [game, randomGames(game, 300, seed)]))
let server: Server
/** What the host serves: the folder of the database, or the one published from it. */
let served: 'games.db' | 'public' | 'one' = 'games.db'
let address: string
let requests = 0
let bytes = 0
/** How the host misbehaves. */
let fault: 'none' | 'no ranges' | 'longer file' | 'breaks off' = 'none'

/** A host that knows files and ranges of them, and nothing else. */
function host(): Server {
  return createServer((request, response) => {
    requests++
    try {
      const content = readFileSync(join(folder, served, decodeURIComponent(request.url!.slice(1))))
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      if (!range || fault === 'no ranges') {
        bytes += content.length
        return response.end(content)
      }
      const [start, end] = [Number(range[1]), Number(range[2]) + 1]
      const size = content.length + (fault === 'longer file' ? 1 : 0)
      bytes += end - start
      if (fault === 'breaks off') return response.destroy()
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end - 1}/${size}` })
      return response.end(content.subarray(start, end))
    } catch {
      return response.writeHead(404).end()
    }
  })
}

let database: Database

beforeAll(async () => {
  const sinks = new MemorySinkSet('games.jsonl')
  const writer = await jsonl.write(sinks)
  for (const record of Object.values(games).flat()) writer.add(record)
  writer.finish()
  writeFileSync(join(folder, 'games.jsonl'), sinks.files.get('games.jsonl')!)
  database = await Database.open(join(folder, 'games.db'))
  await importSources(database, [{ path: join(folder, 'games.jsonl') }])
  await database.compact({ all: true })
  server = host()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  database.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  requests = 0
  bytes = 0
  fault = 'none'
  served = 'games.db'
})

describe('a published folder', () => {
  it.each(GAMES)('returns for %s what the database returns, in four requests and 100 kB', async (game: Game) => {
    const rules = rulesOf(game)
    const position = rules.start()
    for (const { move } of games[game]![0]!.nodes.slice(1, 30)) {
      requests = 0
      bytes = 0
      const published = await PublishedPositions.open(address)
      // The name of the opening is not in the files.
      const { opening: _, ...expected } = await explore(database, game, position)
      expect(await published.explore(game, position)).toEqual(expected)
      expect(requests).toBeLessThanOrEqual(4)
      expect(bytes).toBeLessThan(100_000)
      rules.play(position, move!)
    }
  })

  it('reads the list once, and then two ranges a position', async () => {
    const published = await PublishedPositions.open(`${address}/positions.json`)
    expect(published.kinds.toSorted((left, right) => (left < right ? -1 : 1))).toEqual([
      'chess',
      'go',
      'othello',
      'xiangqi',
    ])
    requests = 0
    await published.explore('chess', rulesOf('chess').start())
    expect(requests).toBe(2)
  })

  it('says clearly what a host does wrong', async () => {
    const start = rulesOf('chess').start()
    const published = await PublishedPositions.open(address)
    fault = 'no ranges'
    await expect(published.explore('chess', start)).rejects.toMatchObject({ code: 'published/no-ranges' })
    fault = 'longer file'
    await expect(published.explore('chess', start)).rejects.toMatchObject({ code: 'published/size' })
    const closed = PublishedPositions.open('http://127.0.0.1:9/games.db')
    await expect(closed).rejects.toMatchObject({ code: 'published/unreachable' })
    fault = 'breaks off'
    await expect(published.explore('chess', start)).rejects.toMatchObject({ code: 'published/unreachable' })
    fault = 'none'
    const nowhere = PublishedPositions.open(`${address}/nowhere`)
    await expect(nowhere).rejects.toMatchObject({ code: 'published/no-list' })
  })

  it.each(['', '[]', 'null', '{"format":"ludograph-positions","version":1,"segments":[]}'])(
    'refuses the list %s',
    async (text) => {
      writeFileSync(join(folder, 'games.db', 'bad.json'), text)
      await expect(PublishedPositions.open(`${address}/bad.json`)).rejects.toThrow(FormatError)
    },
  )

  it('refuses a list that names files elsewhere or does not fit them', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'games.db', 'positions.json'), 'utf8'))
    for (const change of [{ file: '../../secret' }, { size: 7 }, { header: 'AAAA' }]) {
      const text = JSON.stringify({ ...manifest, segments: [{ ...manifest.segments[0], ...change }] })
      writeFileSync(join(folder, 'games.db', 'bad.json'), text)
      await expect(PublishedPositions.open(`${address}/bad.json`)).rejects.toThrow(FormatError)
    }
    expect(statSync(join(folder, 'games.db', manifest.segments[0].file)).size).toBe(manifest.segments[0].size)
  })
})

describe('a published list of games', () => {
  let report: Awaited<ReturnType<typeof publishDatabase>>

  beforeAll(async () => {
    report = await publishDatabase(database, join(folder, 'public'))
  })

  beforeEach(() => {
    served = 'public'
  })

  /** The lines of a list as far as it has them. */
  const lineOf = ({ first, second, result, date, event }: PublishedGame) => ({ first, second, result, date, event })

  it.each(GAMES)('has the games of %s in the order of the database, newest or strongest first', async (game: Game) => {
    const published = await PublishedPositions.open(address)
    const list = published.gamesOf(game)!
    expect(list.count).toBe(games[game]!.length)
    for (const [order, sort] of [
      ['newest', 'date'],
      ['rating', 'rating'],
    ] as const) {
      if (!list.orders.includes(order)) continue
      const rows = await list.rows(order, 0, list.count)
      const expected = await searchGames(database, { game }, { order: sort, descending: true })
      expect(rows.map(lineOf)).toEqual(
        expected.map(({ result, date, event, ...line }) => {
          const [first, second] = inOrder(line)
          return { first: first?.name, second: second?.name, result, date, event }
        }),
      )
    }
    expect(list.orders).toContain('newest')
  })

  it('has the whole record of every game', async () => {
    const published = await PublishedPositions.open(address)
    for (const game of GAMES) {
      const list = published.gamesOf(game)!
      const rows = await list.rows('newest', 0, list.count)
      const records = await Promise.all(
        rows.map(async (row) => JSON.parse(new TextDecoder().decode(await list.record(row))) as GameRecord),
      )
      const text = (record: GameRecord) => JSON.stringify([record.header, record.nodes])
      expect(records.map(text).toSorted()).toEqual(games[game]!.map(text).toSorted())
    }
  })

  it('takes two ranges for a page, one for the next, and one for a game', async () => {
    const list = (await PublishedPositions.open(address)).gamesOf('chess')!
    requests = 0
    bytes = 0
    const [, row] = await list.rows('newest', 0, 50)
    expect(requests).toBe(2)
    await list.rows('newest', 50, 100)
    expect(requests).toBe(2)
    await list.rows('newest', 150, 200)
    expect(requests).toBe(3)
    await list.record(row!)
    expect(requests).toBe(4)
    expect(bytes).toBeLessThan(30_000)
    expect(await list.rows('newest', 290, 400)).toHaveLength(10)
    expect(await list.rows('newest', 300, 400)).toEqual([])
  })

  it('is explored as the database is, and says what was written', async () => {
    const published = await PublishedPositions.open(address)
    const start = rulesOf('go').start()
    served = 'games.db'
    const unlisted = await PublishedPositions.open(address)
    expect(unlisted.gamesOf('go')).toBeUndefined()
    const expected = await unlisted.explore('go', start)
    served = 'public'
    expect(await published.explore('go', start)).toEqual(expected)
    const files = readdirSync(join(folder, 'public'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    const size = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(report).toEqual({ games: 1200, files: files.length, bytes: size })
  })

  it('knows the place of every game that the index has by number', async () => {
    const published = await PublishedPositions.open(address)
    const list = published.gamesOf('go')!
    const ids = (await searchGames(database, { game: 'go' }, { limit: 1000 })).map(({ id }) => id)
    expect(ids).toHaveLength(list.count)
    const places = await Promise.all(ids.map(async (id) => await list.placeOf(id)))
    expect(places.toSorted((one, other) => one! - other!)).toEqual(ids.map((_, index) => index))
    for (const [index, id] of ids.slice(0, 20).entries()) {
      const [row] = await list.rows('newest', places[index]!, places[index]! + 1)
      const record = JSON.parse(new TextDecoder().decode(await list.record(row!))) as GameRecord
      expect(record.nodes).toEqual((await database.record(id))!.nodes)
    }
    const known = new Set(ids)
    for (let id = 0; id < 1300; id++) if (!known.has(id)) expect(await list.placeOf(id)).toBeUndefined()
  })

  it('is written into no folder with files', async () => {
    await expect(publishDatabase(database, join(folder, 'public'))).rejects.toMatchObject({
      code: 'database/not-empty',
    })
  })

  it('has one game or many', async () => {
    const one = await Database.open(join(folder, 'one.db'))
    const sinks = new MemorySinkSet('one.jsonl')
    const writer = await jsonl.write(sinks)
    writer.add(games.chess![0]!)
    writer.finish()
    writeFileSync(join(folder, 'one.jsonl'), sinks.files.get('one.jsonl')!)
    await importSources(one, [{ path: join(folder, 'one.jsonl') }])
    await publishDatabase(one, join(folder, 'one'))
    one.close()
    served = 'one'
    const list = (await PublishedPositions.open(address)).gamesOf('chess')!
    const [row] = await list.rows('newest', 0, list.count)
    const record = JSON.parse(new TextDecoder().decode(await list.record(row!))) as GameRecord
    expect(record.nodes).toEqual(games.chess![0]!.nodes)
  })

  it('that is damaged is refused wherever it is', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'public', 'positions.json'), 'utf8')) as Manifest
    const [{ records, orders }] = manifest.lists as [PublishedLists]
    for (const { file, size } of [records, orders.newest]) {
      const path = join(folder, 'public', file)
      const whole = readFileSync(path)
      // The header of a gzip has bytes, such as a time, that no checksum covers.
      for (const at of [0, 1, 2, 30, 100, 200, size - 1, size - 3, size - 6]) {
        const broken = Buffer.from(whole)
        broken[at] = broken[at]! ^ 0x55
        writeFileSync(path, broken)
        const list = (await PublishedPositions.open(address)).gamesOf(manifest.lists![0]!.game)!
        const read = async () => {
          const rows = await list.rows('newest', 0, list.count)
          for (const row of rows) await list.record(row)
        }
        await expect(read()).rejects.toThrow(FormatError)
      }
      writeFileSync(path, whole)
    }
  })

  it('that claims what cannot be is refused with its manifest', async () => {
    const text = readFileSync(join(folder, 'public', 'positions.json'), 'utf8')
    const manifest = JSON.parse(text) as Manifest
    const [list] = manifest.lists as [PublishedLists]
    const changes: unknown[] = [
      { game: 'ludo' },
      { games: -1 },
      { games: 1.5 },
      { records: { file: '../catalogue.duckdb', size: 1 } },
      { places: undefined },
      { places: { file: '../catalogue.duckdb', size: 1 } },
      { orders: { newest: { file: 'games/x', size: -1 } } },
      { orders: {} },
    ]
    for (const change of changes) {
      writeFileSync(
        join(folder, 'public', 'bad.json'),
        JSON.stringify({ ...manifest, lists: [{ ...list, ...(change as object) }] }),
      )
      await expect(PublishedPositions.open(`${address}/bad.json`)).rejects.toThrow(FormatError)
    }
    const tooMany = { ...manifest, lists: [{ ...list, games: 1e12 }] }
    writeFileSync(join(folder, 'public', 'bad.json'), JSON.stringify(tooMany))
    await expect(PublishedPositions.open(`${address}/bad.json`)).rejects.toMatchObject({ code: 'published/damaged' })
  })
})
