/**
 * A database in a cluster of two servers on this machine: how fast it is loaded, how large it is, and how long questions
 * take beside the local index. `LUDOGRAPH_BENCH_DATABASE` names the database, `LUDOGRAPH_CLICKHOUSE` the server
 * (scripts/cluster/servers.ts). Times are by the clock at the client, connections kept, everything asked once before.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cluster, clusterStatus, ClusterStore, Database, explore, loadDatabase } from '../src/database/index.ts'
import { parseClusterAddress } from '../src/database/stores/cluster/address.ts'
import type { ExploreOptions } from '../src/database/index.ts'
import type { Game } from '../src/model/index.ts'
import { rulesOf, type Position } from '../src/rules/index.ts'
import { findServerProgram, PASSWORD, placesFrom, startServer, stopServer, USER } from '../scripts/cluster/servers.ts'
import { randomInt, seededRandom } from '../test/support/random.ts'
import { printLatencies } from './support/percentiles.ts'

const POSITIONS = 200
const PORT = 18_923

const QUESTIONS: Readonly<Record<string, ExploreOptions>> = {
  exact: {},
  'since 1990': { query: { since: { year: 1990 } } },
  'both rated 2400': { query: { minRating: 2400 } },
  'both rated 2450': { query: { minRating: 2450 } },
  'one player': { query: { player: 'Tastet' } },
  '10 games': { games: 10 },
}

/** Positions of the main lines of games chosen at random, on their first forty plies. */
async function choosePositions(database: Database): Promise<{ game: Game; position: Position }[]> {
  const random = seededRandom(1)
  const [row] = await database.catalogue.rows('SELECT max(id)::INTEGER AS last FROM games')
  const chosen: { game: Game; position: Position }[] = []
  while (chosen.length < POSITIONS) {
    const record = await database.record(randomInt(random, Number(row!['last']) + 1))
    if (!record || record.nodes.length < 2) continue
    const rules = rulesOf(record.game)
    const position = rules.start(record)
    const plies = randomInt(random, Math.min(40, record.nodes.length))
    for (const { move } of record.nodes.slice(1, plies + 1)) rules.play(position, move!)
    chosen.push({ game: record.game, position })
  }
  return chosen
}

const program = findServerProgram()
const path = process.env['LUDOGRAPH_BENCH_DATABASE']
if (!program || !path) {
  console.log('cluster: skipped, LUDOGRAPH_BENCH_DATABASE names no database or there is no clickhouse-server')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
  const places = placesFrom(PORT)
  const servers = []
  for (const [index, place] of places.entries()) {
    servers.push(await startServer(program, join(folder, String(index)), place, places))
  }
  const database = await Database.open(path, { readOnly: true })
  try {
    const user = `${USER}:${encodeURIComponent(PASSWORD)}`
    const address = parseClusterAddress(`clickhouse://${user}@${places[0]!.name}/bench`)
    await Cluster.create(address, [places[1]!.name])
    const cluster = await Cluster.open(address)
    const before = process.cpuUsage()
    const start = performance.now()
    const { games, postings } = await loadDatabase(cluster, database)
    const { user: own, system } = process.cpuUsage(before)
    const rate = (milliseconds: number) => `${Math.round((postings / milliseconds) * 1000).toLocaleString('en')}/s`
    console.log(`\n${games.toLocaleString('en')} games, ${postings.toLocaleString('en')} postings, two servers`)
    console.log(
      `  loaded: ${rate((own + system) / 1000)} of the loader's processor time, ${rate(performance.now() - start)}`,
    )
    const { tables } = await clusterStatus(cluster)
    for (const table of ['postings', 'statistics', 'games', 'records']) {
      const held = tables.filter((one) => one.table === table)
      const bytes = held.reduce((sum, one) => sum + one.bytes, 0)
      const rows = held.reduce((sum, one) => sum + one.rows, 0)
      console.log(`  ${table}: ${(bytes / rows).toFixed(2)} bytes a row, ${rows.toLocaleString('en')} rows`)
    }
    const store = new ClusterStore(cluster)
    const asked = await choosePositions(database)
    for (const [name, options] of Object.entries(QUESTIONS)) {
      const there = asked.map(
        ({ game, position }) =>
          async () =>
            await store.explore(game, position, options),
      )
      const here = asked.map(
        ({ game, position }) =>
          async () =>
            await explore(database, game, position, options),
      )
      for (const ask of [...there, ...here]) await ask()
      await printLatencies(`${name}, cluster`, there)
      await printLatencies(`${name}, local index`, here)
    }
    await cluster.close()
  } finally {
    database.close()
    for (const server of servers) await stopServer(server, 'SIGKILL')
    rmSync(folder, { recursive: true })
  }
}
