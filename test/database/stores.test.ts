/** The same questions to every store: a database, published positions, and clusters; the database is compared with. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Cluster } from '../../src/database/stores/cluster/cluster.ts'
import { parseClusterAddress } from '../../src/database/stores/cluster/address.ts'
import { openCluster } from '../../src/database/stores/cluster/cluster-store.ts'
import { loadDatabase } from '../../src/database/stores/cluster/load.ts'
import { Database, importSources } from '../../src/database/index.ts'
import { openPublishedStore } from '../../src/database/stores/published-store.ts'
import type { ExploreOptions } from '../../src/database/search/explore.ts'
import { storeOf, type GameStore, type PositionStore } from '../../src/database/stores/store.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { GAMES, type Game, type GameRecord } from '../../src/model/index.ts'
import { ConditionError } from '../../src/query/condition-error.ts'
import type { FoundGame } from '../../src/query/found-game.ts'
import type { GameQuery } from '../../src/query/query.ts'
import { rulesOf, type Position } from '../../src/rules/index.ts'
import { CHDB, SHARDS, type RunningServers } from '../support/clickhouse.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-stores-'))
const games = GAMES.flatMap((game, seed) => randomGames(game, 100, seed))
let database: Database
let local: GameStore

beforeAll(async () => {
  const records = games.map((record, index) => describeMore(record, index))
  // Two sources.
  for (const [name, part] of [['one', records.slice(0, 250)] as const, ['two', records.slice(250)] as const]) {
    const sinks = new MemorySinkSet('games.jsonl')
    const writer = await jsonl.write(sinks)
    for (const record of part) writer.add(record)
    writer.finish()
    writeFileSync(join(folder, `${name}.jsonl`), sinks.files.get('games.jsonl')!)
  }
  writeFileSync(join(folder, 'knights.pgn'), '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0\n')
  const writable = await Database.open(join(folder, 'games.db'))
  const sources = ['one.jsonl', 'two.jsonl', 'knights.pgn'].map((name) => ({ path: join(folder, name) }))
  await importSources(writable, sources, { workers: 2 })
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  local = storeOf(database)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** Names that SQL has to quote, partial dates, games without players. */
function describeMore(record: GameRecord, index: number): GameRecord {
  const { header } = record
  if (index % 7 === 0) header.event = { name: `Bob's \\ "Open" ${index % 3}\n`, site: 'Malmö' }
  if (index % 11 === 0) header.date = { year: 1980 + (index % 40) }
  if (index % 13 === 0) header.players = []
  if (index % 17 === 0) header.kind = 'problem'
  if (index % 5 === 0) header.annotator = "O'Neil, Ó"
  return record
}

const pick = <Item>(random: () => number, items: readonly Item[]): Item => items[randomInt(random, items.length)]!

/** All items of a generator. */
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Positions along random games of each kind. */
function positionsOf(count: number): { game: Game; position: Position }[] {
  const random = seededRandom(21)
  return GAMES.flatMap((game) =>
    Array.from({ length: count }, () => {
      const record = pick(
        random,
        games.filter((one) => one.game === game),
      )
      const rules = rulesOf(game)
      const position = rules.start(record)
      const plies = randomInt(random, Math.min(record.nodes.length, 14))
      for (const { move } of record.nodes.slice(1, plies + 1)) rules.play(position, move!)
      return { game, position }
    }),
  )
}

/** Conditions that the facts of the index decide. */
const FACT_QUERIES: GameQuery[] = [
  { minRating: 2000 },
  { minRating: 1850 },
  { maxRating: 2100 },
  { minRating: 1800, maxRating: 2300 },
  { since: { year: 1995 } },
  { until: { year: 1990 } },
  { since: { year: 1990 }, until: { year: 2005 }, minRating: 1600 },
  { result: '1-0' },
  { result: 'draw' },
]

const OTHER_QUERIES: GameQuery[] = [
  { since: { year: 1995, month: 6 } },
  { until: { year: 1995, month: 6 } },
  { until: { year: 1995, month: 6, day: 3 } },
  { player: 'Ash' },
  { player: 'Dogwood Di' },
  { player: 'Elm, E', opponent: 'Birch' },
  { player: 'Cedar', colour: 'white' },
  { player: 'Cedar', colour: 'second', result: 'win' },
  { player: 'Ash', result: 'loss', since: { year: 1990 } },
  { result: 'win' },
  { white: 'Birch' },
  { black: 'Birch', minRating: 1700 },
  { first: 'Elm' },
  { second: 'Elm' },
  { event: "bob's open" },
  { event: 'king’s hall' },
  { event: 'cup', site: 'leeds' },
  { site: 'Malmo' },
  { annotator: "o'neil" },
  { opening: 'A-E' },
  { opening: 'B' },
  { opening: 'defense' },
  { kind: 'problem' },
  { kind: 'game', result: '*' },
  { minPlies: 30 },
  { maxPlies: 20 },
  { source: 'two' },
  { damaged: true },
  { damaged: false },
  { player: "'; DROP TABLE games; --" },
  { player: '\\' },
  { game: 'othello' },
  { ids: [] },
]

/** Queries of several conditions chosen at random. */
function randomQueries(count: number): GameQuery[] {
  const random = seededRandom(33)
  return Array.from({ length: count }, () => ({
    ...pick(random, OTHER_QUERIES),
    ...pick(random, FACT_QUERIES),
    ...(random() < 0.3 && pick(random, OTHER_QUERIES)),
  }))
}

/** A found game without its number, which is another in every store. */
function nameless(found: FoundGame): FoundGame {
  return { ...found, id: 0 }
}

async function explored(store: PositionStore, game: Game, position: Position, options?: ExploreOptions) {
  const { samples, recent, only, ...rest } = await store.explore(game, position, options)
  return {
    ...rest,
    samples: samples?.map(nameless),
    recent: recent?.map(nameless),
    only:
      only &&
      [...only].map(([move, found]) => [move, nameless(found)] as const).sort(([left], [right]) => left - right),
  }
}

async function listed(store: GameStore, query: GameQuery, options?: Parameters<GameStore['streamGames']>[1]) {
  const found = await all(store.streamGames(query, options))
  return found.map(nameless)
}

/** What every store of positions must give. */
function explores(open: () => PositionStore): void {
  it('names the kinds of games', async () => {
    expect(await open().kinds()).toEqual(GAMES)
  })

  it('counts what was played in a position', async () => {
    for (const { game, position } of positionsOf(scaled(25, 400))) {
      expect(await explored(open(), game, position)).toEqual(await explored(local, game, position))
    }
  })

  it('counts among the games with some ratings, years and results', async () => {
    for (const query of FACT_QUERIES) {
      for (const { game, position } of positionsOf(scaled(2, 20))) {
        expect(await explored(open(), game, position, { query })).toEqual(
          await explored(local, game, position, { query }),
        )
      }
    }
  })

  it('counts among the games of groups of ratings', async () => {
    for (const ratingGroups of [
      [
        [1600, 1800],
        [2000, 2200],
      ] as const,
      [[2000, Infinity]] as const,
      [],
    ]) {
      for (const { game, position } of positionsOf(2)) {
        const expected = await explored(local, game, position, { ratingGroups })
        expect(await explored(open(), game, position, { ratingGroups })).toEqual(expected)
      }
    }
  })

  it('rejects a position that no game can reach, and finds nothing at others that none did', async () => {
    const rules = rulesOf('chess')
    const kings = rules.parse('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
    expect((await open().explore('chess', kings)).games).toBe(0)
    const hasNoKing = rules.parse('8/8/8/8/8/8/8/4K3 w - - 0 1')
    await expect(open().explore('chess', hasNoKing)).rejects.toThrow(ConditionError)
  })
}

/** What every store of games must give. */
function lists(open: () => GameStore): void {
  it('counts the games of each kind', async () => {
    expect(await open().countKinds()).toEqual(await local.countKinds())
  })

  it('finds the games of a query', async () => {
    for (const query of [{}, ...FACT_QUERIES, ...OTHER_QUERIES, ...randomQueries(scaled(20, 100))]) {
      const expected = await listed(local, query)
      expect(await listed(open(), query), JSON.stringify(query)).toEqual(expected)
      expect(await open().countGames(query)).toBe(expected.length)
      const { total, games } = await open().pageOfGames(query, { offset: 2, limit: 5 })
      expect({ total, games: games.map(nameless) }).toEqual({ total: expected.length, games: expected.slice(2, 7) })
    }
  })

  it('finds the games with a position', async () => {
    for (const { game, position } of positionsOf(5)) {
      const query: GameQuery = { position: { game, position }, minRating: 1600 }
      expect(await listed(open(), query)).toEqual(await listed(local, query))
    }
  })

  it('explores among the games of a query', async () => {
    for (const [index, query] of OTHER_QUERIES.entries()) {
      for (const { game, position } of positionsOf(scaled(1, 5))) {
        const { game: _, ...conditions } = query
        const expected = await explored(local, game, position, { query: conditions })
        expect(await explored(open(), game, position, { query: conditions }), String(index)).toEqual(expected)
      }
    }
  })

  it('lists the strongest and the latest games of a position, and the only ones of moves', async () => {
    const options: ExploreOptions = { games: 10, recent: 10, only: true }
    for (const { game, position } of positionsOf(scaled(5, 50))) {
      const expected = await explored(local, game, position, options)
      expect(await explored(open(), game, position, options)).toEqual(expected)
    }
  })

  it('lists games in every order, a part of them', async () => {
    for (const order of ['id', 'date', 'first', 'second', 'event', 'rating', 'result', 'opening', 'plies'] as const) {
      for (const descending of [false, true]) {
        const options = { order, descending, limit: 20, offset: 7 }
        expect(await listed(open(), { game: 'chess' }, options)).toEqual(
          await listed(local, { game: 'chess' }, options),
        )
      }
    }
    const rest = await listed(open(), {}, { offset: 395 })
    expect(rest).toEqual(await listed(local, {}, { offset: 395 }))
  })

  it('returns whole records', async () => {
    const query: GameQuery = { since: { year: 2000 } }
    const records = async (store: GameStore) => (await all(store.searchRecords(query))).map(({ record }) => record)
    expect(await records(open())).toEqual(await records(local))
    for await (const { id, record } of open().searchRecords({ player: 'Ash' }, { limit: 3 })) {
      expect(await open().record(id)).toEqual(record)
    }
    expect(await open().record(4)).toBeUndefined()
  })
}

describe('published positions', () => {
  let store: PositionStore
  beforeAll(async () => {
    store = await openPublishedStore('http://host/games.db', (url, options) => {
      const bytes = readFileSync(join(folder, new URL(url).pathname))
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(options?.headers['Range'] ?? '') ?? []
      if (from === undefined) return Promise.resolve(new Response(bytes))
      return Promise.resolve(new Response(bytes.subarray(Number(from), Number(to) + 1), { status: 206 }))
    })
  })
  explores(() => store)

  it('reject conditions that they cannot test', async () => {
    const position = rulesOf('chess').start()
    const asked = store.explore('chess', position, { query: { player: 'Ash' } })
    await expect(asked).rejects.toMatchObject({ code: 'published/condition', condition: 'player' })
  })
})

for (const kind of [SHARDS, CHDB]) {
  describe(`a cluster: ${kind.name}`, kind.options, () => {
    let servers: RunningServers
    let store: Awaited<ReturnType<typeof openCluster>>
    beforeAll(async () => {
      servers = await kind.start()
      const address = parseClusterAddress(servers.address('stores'))
      await Cluster.create(address, servers.others)
      store = await openCluster(address)
      // Some positions have ready statistics, others do not.
      const report = await loadDatabase(store.cluster, database, { leastSummed: 20 })
      const [ready] = await store.cluster.home.rows(`SELECT count() AS held FROM ${store.cluster.table('statistics')}`)
      expect(Number(ready!['held'])).toBeGreaterThan(100)
      expect(report).toMatchObject({ loaded: 3, skipped: 0, games: 401 })
    })
    afterAll(async () => {
      await store?.close()
      await servers?.stop()
    })
    explores(() => store)
    lists(() => store)

    it('rejects conditions that it cannot test', async () => {
      const asked = store.countGames({ comment: 'brilliant' })
      await expect(asked).rejects.toMatchObject({ code: 'cluster/condition', condition: 'comment' })
    })
  })
}
