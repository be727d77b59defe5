/** What a cluster holds, whether it is all there, and removing sources. */
import { CodedError } from '../../../issues/errors.ts'
import { liveUnits, LOAD_BITS, type Cluster, type LoadedUnit } from './cluster.ts'
import { commitUnits, LONGEST_LOAD, nextVersion } from './load.ts'
import { LOADED_TABLES } from './schema.ts'
import { quoteText, type Row } from './server.ts'

/** What a server holds of a table, rows that do not count included. */
export interface HeldTable {
  server: string
  table: string
  rows: number
  bytes: number
}

/** A source in a cluster. */
export interface LoadedSource {
  path: string
  games: number
  postings: number
}

/** What a cluster holds. */
export interface ClusterStatus {
  sources: LoadedSource[]
  /** How many loads count: each makes questions a little slower. */
  loads: number
  /** Loads whose rows are there but do not count: replaced, dropped, unfinished. */
  otherLoads: number[]
  tables: HeldTable[]
}

/** What a cluster holds. */
export async function clusterStatus(cluster: Cluster): Promise<ClusterStatus> {
  const live = liveUnits(await cluster.history())
  const counting = new Set(live.map(({ load }) => load))
  const others = new Set<number>()
  const tables: HeldTable[] = []
  for (const server of cluster.servers) {
    const rows = await server.rows(
      `SELECT table, partition, sum(rows) AS held, sum(bytes_on_disk) AS size FROM system.parts
       WHERE active AND database = ${quoteText(cluster.address.database)} GROUP BY table, partition`,
    )
    for (const table of LOADED_TABLES) {
      const own = rows.filter((row) => row['table'] === table)
      const sum = (name: string) => own.reduce((total, row: Row) => total + Number(row[name]), 0)
      tables.push({ server: server.name, table, rows: sum('held'), bytes: sum('size') })
      for (const { partition } of own) if (!counting.has(Number(partition))) others.add(Number(partition))
    }
  }
  const sources = Map.groupBy(live, ({ unit }) => unit.split(':')[0]!)
  return {
    sources: [...sources.values()].map((units) => ({
      path: units[0]!.path,
      games: units.reduce((sum, { games }) => sum + games, 0),
      postings: units.reduce((sum, { postings }) => sum + postings, 0),
    })),
    loads: counting.size,
    otherLoads: [...others].sort((left, right) => left - right),
    tables,
  }
}

/** Something that is not as it should be. */
export interface ClusterFinding {
  server: string
  table: string
  load: number
  rows: number
  expected: number
}

/** Compares the numbers of rows of every load that counts with what was committed. */
export async function verifyCluster(cluster: Cluster): Promise<ClusterFinding[]> {
  const history = await cluster.history()
  const loads = Map.groupBy(history, ({ load }) => load)
  const counting = new Set(liveUnits(history).map(({ load }) => load))
  const findings: ClusterFinding[] = []
  for (const load of counting) {
    const units = loads.get(load)!
    const games = units.reduce((sum, one) => sum + one.games, 0)
    const held = async (table: string) => {
      const counts = cluster.servers.map(async (server) => {
        const [row] = await server.rows(`SELECT count() AS held FROM ${cluster.table(table)} WHERE load = ${load}`)
        return { server: server.name, rows: Number(row!['held']) }
      })
      return await Promise.all(counts)
    }
    // Every server has all games; records and postings are each on one.
    for (const { server, rows } of await held('games')) {
      if (rows !== games) findings.push({ server, table: 'games', load, rows, expected: games })
    }
    const totals = { records: games, postings: units.reduce((sum, { postings }) => sum + postings, 0) }
    for (const [table, expected] of Object.entries(totals)) {
      const rows = (await held(table)).reduce((sum, one) => sum + one.rows, 0)
      const server = cluster.servers.map(({ name }) => name).join(', ')
      if (rows !== expected) findings.push({ server, table, load, rows, expected })
    }
    for (const server of cluster.servers) {
      const where = `WHERE load = ${load}`
      const [summed] = await server.rows(`SELECT sum(summed) AS held FROM ${cluster.table('postings')} ${where}`)
      const [ready] = await server.rows(`SELECT sum(games) AS held FROM ${cluster.table('statistics')} ${where}`)
      const [rows, expected] = [Number(ready!['held']), Number(summed!['held'])]
      if (rows !== expected) findings.push({ server: server.name, table: 'statistics', load, rows, expected })
    }
  }
  return findings
}

/** What was removed. */
export interface DropReport {
  sources: number
  games: number
}

/**
 * Removes the source with a path, or the only one with a text in its path. Readers that are at work may count some of it for
 * two seconds more; the rows of loads of which nothing counts any more are deleted. Rejects with CodedError `cluster/no-source` or `cluster/many-sources`.
 */
export async function dropSources(cluster: Cluster, text: string): Promise<DropReport> {
  const history = await cluster.history()
  const live = liveUnits(history)
  const exact = live.filter(({ path }) => path === text)
  const named = exact.length > 0 ? exact : live.filter(({ path }) => text !== '' && path.includes(text))
  const sources = new Set(named.map(hashOf))
  if (sources.size === 0) throw new CodedError('cluster/no-source', { text })
  // A path may have had several contents, which go together; a part of several paths names none of them.
  if (exact.length === 0 && sources.size > 1)
    throw new CodedError('cluster/many-sources', { text, count: sources.size })
  // The parts of a source may have been loaded from several paths.
  const gone = live.filter((unit) => sources.has(hashOf(unit)))
  // Greater than that of a load that is committed at the same time.
  const version = await nextVersion(cluster, 2 ** LOAD_BITS - 1)
  const none = { load: 0, first: 0, games: 0, postings: 0, version }
  await commitUnits(
    cluster,
    gone.map((unit): LoadedUnit => ({ ...unit, ...none })),
  )
  await deleteReplaced(cluster)
  return {
    sources: sources.size,
    games: gone.reduce((sum, { games }) => sum + games, 0),
  }
}

function hashOf({ unit }: LoadedUnit): string {
  return unit.split(':')[0]!
}

/**
 * Deletes the rows of loads of which nothing counts any more. Those of loads that were never committed stay, since somebody may
 * be loading them: {@link deleteUnfinished}.
 */
async function deleteReplaced(cluster: Cluster): Promise<void> {
  const history = await cluster.history()
  const counting = new Set(liveUnits(history).map(({ load }) => load))
  const committed = new Set(history.map(({ load }) => load).filter((load) => load > 0))
  await deleteLoads(
    cluster,
    [...committed].filter((load) => !counting.has(load)),
  )
}

/**
 * Deletes the rows of loads that were begun a day ago and never committed, and those that a removal which was killed left.
 * Returns how many were never committed.
 */
export async function deleteUnfinished(cluster: Cluster, now = Date.now()): Promise<number> {
  await deleteReplaced(cluster)
  const committed = new Set((await cluster.history()).map(({ load }) => load))
  const rows = await cluster.home.rows(`SELECT load, min(time) AS begun FROM ${cluster.table('claims')} GROUP BY load`)
  const begun = new Map(rows.map((row) => [Number(row['load']), Number(row['begun'])]))
  const { otherLoads } = await clusterStatus(cluster)
  const unfinished = otherLoads.filter((load) => {
    return !committed.has(load) && now / 1000 - (begun.get(load) ?? 0) > LONGEST_LOAD
  })
  await deleteLoads(cluster, unfinished)
  return unfinished.length
}

/** Dropping a partition again changes nothing. */
async function deleteLoads(cluster: Cluster, loads: readonly number[]): Promise<void> {
  for (const server of cluster.servers) {
    for (const load of loads) {
      for (const table of LOADED_TABLES) {
        await server.run(`ALTER TABLE ${cluster.table(table)} DROP PARTITION ${load}`)
      }
    }
  }
}
