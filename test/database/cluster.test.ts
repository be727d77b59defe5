/** Loading into clusters: exactly once, whatever is killed; addresses, sources that are removed, what is found wrong. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { parseClusterAddress } from '../../src/database/stores/cluster/address.ts'
import { Cluster, liveCondition, liveUnits, type LoadedUnit } from '../../src/database/stores/cluster/cluster.ts'
import { ClusterStore } from '../../src/database/stores/cluster/cluster-store.ts'
import { commitUnits, loadDatabase } from '../../src/database/stores/cluster/load.ts'
import {
  clusterStatus,
  deleteUnfinished,
  dropSources,
  verifyCluster,
} from '../../src/database/stores/cluster/upkeep.ts'
import { Database, explore, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { GAMES } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { CHDB, SHARDS, type RunningServers } from '../support/clickhouse.ts'
import { randomGames } from '../support/random-games.ts'
import { scaled } from '../support/scale.ts'
import { STEADY } from '../support/steady.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cluster-'))
let database: Database

beforeAll(async () => {
  for (const [seed, game] of GAMES.entries()) {
    const sinks = new MemorySinkSet('games.jsonl')
    const writer = await jsonl.write(sinks)
    for (const record of randomGames(game, 150, seed)) writer.add(record)
    writer.finish()
    writeFileSync(join(folder, `${game}.jsonl`), sinks.files.get('games.jsonl')!)
  }
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(
    writable,
    GAMES.map((game) => ({ path: join(folder, `${game}.jsonl`) })),
  )
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

describe('addresses', () => {
  it('name a server, a database and who asks', () => {
    expect(parseClusterAddress('clickhouse://ann:a%40b@example.org:9123/chess', {})).toEqual({
      home: 'example.org:9123',
      database: 'chess',
      isSecure: false,
      user: 'ann',
      password: 'a@b',
    })
    const environment = { CLICKHOUSE_USER: 'bob', CLICKHOUSE_PASSWORD: 'secret' }
    expect(parseClusterAddress('clickhouse://example.org?secure', environment)).toEqual({
      home: 'example.org:8443',
      database: 'ludograph',
      isSecure: true,
      user: 'bob',
      password: 'secret',
    })
    expect(parseClusterAddress('clickhouse://[::1]/x', {})).toMatchObject({ home: '[::1]:8123', user: 'default' })
  })

  it('that are none are refused without repeating a password', () => {
    const wrong = ['http://a', 'clickhouse://', 'clickhouse://u:secret@h/a-b', 'clickhouse://u:secret@h:x/y']
    for (const text of wrong) {
      let error: unknown
      try {
        parseClusterAddress(text, {})
      } catch (thrown) {
        error = thrown
      }
      expect(error).toMatchObject({ code: 'cluster/address' })
      expect(String(error)).not.toContain('secret')
    }
  })
})

describe('what counts', () => {
  const unit = (name: string, load: number, version: number): LoadedUnit => {
    return { unit: name, path: name, load, first: load * 100, games: 10, postings: 50, version }
  }

  it('is the latest version of each unit', () => {
    const history = [unit('a', 1, 10), unit('a', 2, 20), unit('b', 3, 5), unit('c', 4, 6), unit('c', 0, 7)]
    expect(liveUnits(history).map(({ unit: name, load }) => [name, load])).toEqual([
      ['a', 2],
      ['b', 3],
    ])
    expect(liveCondition(history)).toBe('load IN (2, 3)')
    expect(liveCondition([])).toBe('load = 0')
  })

  it('is a part of a load of which another part was replaced', () => {
    const history = [unit('a', 1, 10), { ...unit('b', 1, 10), first: 110 }, unit('b', 2, 20)]
    expect(liveCondition(history)).toBe('load IN (1, 2) AND NOT (id >= 110 AND id < 120)')
  })
})

for (const kind of [SHARDS, CHDB]) {
  describe(`a cluster: ${kind.name}`, kind.options, () => {
    let servers: RunningServers
    const opened: Cluster[] = []
    let databases = 0
    beforeAll(async () => {
      servers = await kind.start()
    })
    afterAll(async () => {
      for (const cluster of opened) await cluster.close()
      await servers?.stop()
    })

    /** A new empty cluster. */
    async function create(partGames?: number): Promise<{ text: string; cluster: Cluster }> {
      const text = servers.address(`base${databases++}`)
      await Cluster.create(parseClusterAddress(text), servers.others, partGames)
      const cluster = await Cluster.open(parseClusterAddress(text))
      opened.push(cluster)
      return { text, cluster }
    }

    /** Compares all that a cluster counts with the database. */
    async function expectEverything(cluster: Cluster): Promise<void> {
      const store = new ClusterStore(cluster)
      cluster.forget()
      expect(await store.countGames({})).toBe(600)
      for (const game of GAMES) {
        const rules = rulesOf(game)
        const record = randomGames(game, 150, GAMES.indexOf(game))[7]!
        const position = rules.start(record)
        for (const { move } of record.nodes.slice(1)) {
          expect(await store.explore(game, position)).toEqual(await explore(database, game, position))
          rules.play(position, move!)
        }
      }
      expect(await verifyCluster(cluster)).toEqual([])
    }

    it('is refused where there is none, and with other servers than it has', async () => {
      const address = parseClusterAddress(servers.address('nothing'))
      await expect(Cluster.open(address)).rejects.toMatchObject({ code: 'cluster/none' })
      const { text } = await create()
      await Cluster.create(parseClusterAddress(text), servers.others)
      const others = [...servers.others, servers.others[0] ?? '127.0.0.1:1']
      await expect(Cluster.create(parseClusterAddress(text), others)).rejects.toThrow()
      const wrong = { ...parseClusterAddress(text), home: '127.0.0.1:1' }
      await expect(Cluster.open(wrong)).rejects.toMatchObject({ code: 'cluster/server' })
    })

    it('loads every source once, in loads of any size', async () => {
      for (const partGames of [1000, 300, 40]) {
        const { cluster } = await create(partGames)
        const report = await loadDatabase(cluster, database)
        expect(report.games).toBe(600)
        expect(await loadDatabase(cluster, database)).toMatchObject({ loaded: 0, games: 0 })
        await expectEverything(cluster)
      }
    })

    it('loads every source once from many loaders at the same time', async () => {
      const { text, cluster } = await create(100)
      const loaders = await Promise.all([1, 2, 3].map(async () => await Cluster.open(parseClusterAddress(text))))
      const reports = await Promise.all(loaders.map(async (one) => await loadDatabase(one, database)))
      expect(reports.every(({ games }) => games > 0)).toBe(true)
      for (const loader of loaders) await loader.close()
      await expectEverything(cluster)
    })

    it('goes on after its loader is killed', async () => {
      const { text, cluster } = await create(50)
      const words = [
        STEADY,
        fileURLToPath(import.meta.resolve('../support/load-child.ts')),
        text,
        join(folder, 'games.db'),
      ]
      let killed = 0
      for (let attempt = 0; attempt < scaled(4, 20); attempt++) {
        const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
        const ended = once(child, 'exit')
        await once(child.stdout, 'data')
        await pause((attempt * 97) % 400)
        child.kill('SIGKILL')
        const [, signal] = (await ended) as [number | null, string | null]
        if (signal === 'SIGKILL') killed++
      }
      expect(killed).toBeGreaterThan(0)
      await loadDatabase(cluster, database)
      await expectEverything(cluster)
      // What the killed loaders left is deleted a day later.
      const tomorrow = Date.now() + 25 * 60 * 60 * 1000
      await deleteUnfinished(cluster)
      await expectEverything(cluster)
      await deleteUnfinished(cluster, tomorrow)
      expect((await clusterStatus(cluster)).otherLoads).toEqual([])
      await expectEverything(cluster)
    })

    it('removes sources', async () => {
      const { cluster } = await create()
      await loadDatabase(cluster, database)
      const store = new ClusterStore(cluster)
      expect(await dropSources(cluster, 'xiangqi')).toEqual({ sources: 1, games: 150 })
      expect(await store.countGames({})).toBe(450)
      expect(await store.countGames({ game: 'xiangqi' })).toBe(0)
      expect((await store.explore('xiangqi', rulesOf('xiangqi').start())).games).toBe(0)
      await expect(dropSources(cluster, 'xiangqi')).rejects.toMatchObject({ code: 'cluster/no-source' })
      const { sources, loads } = await clusterStatus(cluster)
      expect(sources.map(({ games }) => games)).toEqual([150, 150, 150])
      expect(loads).toBe(1)
      expect(await loadDatabase(cluster, database)).toMatchObject({ loaded: 1, skipped: 3, games: 150 })
      await expectEverything(cluster)
      for (const text of ['.jsonl', '']) {
        const code = text === '' ? 'cluster/no-source' : 'cluster/many-sources'
        await expect(dropSources(cluster, text)).rejects.toMatchObject({ code })
      }
      await expectEverything(cluster)
      for (const { path } of liveUnits(await cluster.history())) await dropSources(cluster, path)
      expect(await store.countGames({})).toBe(0)
      const { tables } = await clusterStatus(cluster)
      expect(tables.every(({ rows }) => rows === 0)).toBe(true)
    })

    it('deletes what a removal left that was killed after its commit', async () => {
      const { cluster } = await create()
      await loadDatabase(cluster, database)
      const units = liveUnits(await cluster.history())
      await commitUnits(
        cluster,
        units.map((unit) => ({ ...unit, load: 0, first: 0, games: 0, postings: 0, version: unit.version + 1 })),
      )
      const heldRows = async () => (await clusterStatus(cluster)).tables.reduce((sum, { rows }) => sum + rows, 0)
      expect(await heldRows()).toBeGreaterThan(0)
      expect(await deleteUnfinished(cluster)).toBe(0)
      expect(await heldRows()).toBe(0)
    })

    it('finds missing and doubled rows', async () => {
      const { cluster } = await create()
      await loadDatabase(cluster, database)
      const { load } = liveUnits(await cluster.history())[0]!
      const postings = cluster.table('postings')
      await cluster.home.run(`INSERT INTO ${postings} SELECT * FROM ${postings} WHERE load = ${load} LIMIT 3`)
      const findings = await verifyCluster(cluster)
      expect(findings[0]).toMatchObject({ table: 'postings', load })
      expect(findings[0]!.rows - findings[0]!.expected).toBe(3)
    })

    it('finds ready statistics that are not those of the postings', async () => {
      const { cluster } = await create()
      await loadDatabase(cluster, database)
      expect(await verifyCluster(cluster)).toEqual([])
      const { load } = liveUnits(await cluster.history())[0]!
      const table = cluster.table('statistics')
      const [server] = await Promise.all(
        cluster.servers.map(async (one) => {
          const [row] = await one.rows(`SELECT count() AS held FROM ${table}`)
          return { one, held: Number(row!['held']) }
        }),
      ).then((counts) => counts.filter(({ held }) => held > 0))
      await server!.one.run(`INSERT INTO ${table} SELECT * FROM ${table} WHERE load = ${load} LIMIT 1`)
      expect(await verifyCluster(cluster)).toMatchObject([{ table: 'statistics', server: server!.one.name, load }])
    })
  })
}

describe('two shards of which one is killed while they are loaded', SHARDS.options, () => {
  it('count every game once in the end', async () => {
    const servers = await SHARDS.start()
    try {
      const address = parseClusterAddress(servers.address('killed'))
      await Cluster.create(address, servers.others, 100)
      let failed = 0
      let crashes = 0
      for (let attempt = 0; attempt < scaled(4, 16); attempt++) {
        const cluster = await Cluster.open(address)
        // A server is killed after some of the rows were sent, and started again while the loader is still trying.
        let crash: Promise<void> | undefined
        let steps = 0
        const onProgress = () => {
          if (steps++ === attempt % 5) crash = servers.crash(attempt % 2, async () => await pause(50 * (attempt % 4)))
        }
        await loadDatabase(cluster, database, { onProgress }).catch(() => failed++)
        if (crash) crashes++
        await crash
        await cluster.close()
      }
      expect(crashes).toBeGreaterThan(0)
      expect(failed).toBeGreaterThan(0)
      const cluster = await Cluster.open(address)
      await loadDatabase(cluster, database)
      const store = new ClusterStore(cluster)
      expect(await store.countGames({})).toBe(600)
      for (const game of GAMES) {
        const position = rulesOf(game).start()
        expect(await store.explore(game, position)).toEqual(await explore(database, game, position))
      }
      expect(await verifyCluster(cluster)).toEqual([])
      await cluster.close()
    } finally {
      await servers.stop()
    }
  })
})
