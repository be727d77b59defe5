import { createServer, type Server } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, explore, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import { GAMES, type Game } from '../../src/model/index.ts'
import { PublishedPositions } from '../../src/positions/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-published-'))
const games = Object.fromEntries(GAMES.map((game, seed) => [game, randomGames(game, 300, seed)]))
let server: Server
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
      const content = readFileSync(join(folder, 'games.db', decodeURIComponent(request.url!.slice(1))))
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
