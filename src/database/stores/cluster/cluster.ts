/** A cluster of ClickHouse servers with games, and which of its rows count. docs/scale.md describes the protocol. */
import { CodedError } from '../../../issues/errors.ts'
import type { ClusterAddress } from './address.ts'
import { withPort } from './address.ts'
import { schemaStatements } from './schema.ts'
import { quoteText, Server, type Row } from './server.ts'

/** A part of a source that is loaded at once: what a row of the table `units` says. */
export interface LoadedUnit {
  /** Hash of the contents of the source, a colon, and which part of its games. */
  unit: string
  /** Path of the source where it was loaded. */
  path: string
  /** Number of the load that holds it, 0 after it was dropped. */
  load: number
  /** Number of its first game; those of the others follow. */
  first: number
  games: number
  postings: number
  /** The greatest one of a unit counts. */
  version: number
}

/** Loads take up to 25 bits and games of a load 28, so that the number of a game is exact in JavaScript. */
export const LOAD_BITS = 25
export const GAME_BITS = 28

/** Entries of a source that are loaded at once, see {@link Cluster.partGames}. */
const PART_GAMES = 1 << 20

/** The servers of a cluster as its home lists them. */
interface Shards {
  names: string[]
  partGames: number
}

/** Milliseconds for which a reader takes what counted to be what counts. */
const LIVE_TIME = 2000

/** An open cluster. */
export class Cluster {
  readonly address: ClusterAddress
  /** In the order of their numbers; the first one is the home, which holds what counts. */
  readonly servers: readonly Server[]
  /** Entries of a source that are loaded at once: every loader cuts alike, so that no part has two names. */
  readonly partGames: number
  private live: { at: number; units: Promise<LoadedUnit[]> } | undefined

  private constructor(address: ClusterAddress, servers: readonly Server[], partGames: number) {
    this.address = address
    this.servers = servers
    this.partGames = partGames
  }

  /**
   * Connects to a cluster that was created. Rejects with CodedError: `cluster/none` if there is none, `cluster/server` if
   * the home does not answer.
   */
  static async open(address: ClusterAddress): Promise<Cluster> {
    const home = await Server.connect(address.home, address)
    try {
      const { names, partGames } = await listShards(home, address)
      const others = names.slice(1).map(async (name) => await Server.connect(name, address))
      return new Cluster(address, [home, ...(await Promise.all(others))], partGames)
    } catch (error) {
      await home.close()
      throw error
    }
  }

  /**
   * Creates the tables where they are missing. The servers of a cluster are chosen once.
   * @param others the servers besides the home, `host:port`
   * @param partGames entries of a source that are loaded at once
   */
  static async create(address: ClusterAddress, others: readonly string[], partGames = PART_GAMES): Promise<void> {
    const names = serverNames(address, others)
    const servers = await Promise.all(names.map(async (name) => await Server.connect(name, address)))
    try {
      for (const [number, server] of servers.entries()) {
        for (const sql of schemaStatements(address.database, number === 0)) await server.run(sql)
      }
      const [home] = servers
      const known = await home!.rows(`SELECT DISTINCT server FROM ${address.database}.shards`)
      if (known.length === 0) await home!.run(insertShards(address.database, { names, partGames }))
      const listed = await listShards(home!, address)
      if (listed.names.join() !== names.join()) {
        throw new CodedError('cluster/exists', { servers: listed.names.join(', ') })
      }
    } finally {
      for (const server of servers) await server.close()
    }
  }

  /** The statements of {@link create}, for people to read, by server. */
  static statements(address: ClusterAddress, others: readonly string[]): { server: string; statements: string[] }[] {
    const names = serverNames(address, others)
    return names.map((server, number) => ({
      server,
      statements: [
        ...schemaStatements(address.database, number === 0),
        ...(number === 0 ? [insertShards(address.database, { names, partGames: PART_GAMES })] : []),
      ],
    }))
  }

  /** The server that holds what counts. */
  get home(): Server {
    return this.servers[0]!
  }

  /** A table as statements name it. */
  table(name: string): string {
    return `${this.address.database}.${name}`
  }

  /** The number of the server that holds a position: its key as an unsigned number modulo the servers. */
  shardOfKey(high: number, low: number): number {
    const count = this.servers.length
    return ((high % count) * (2 ** 32 % count) + (low % count)) % count
  }

  /** The number of the server that holds the record of a game. */
  shardOfGame(id: number): number {
    return id % this.servers.length
  }

  /** Every unit that was ever loaded or dropped, as the home has it now. */
  async history(): Promise<LoadedUnit[]> {
    const rows = await this.home.rows(
      `SELECT DISTINCT unit, path, load, first, games, postings, version FROM ${this.table('units')} ORDER BY version`,
    )
    return rows.map(unitOfRow)
  }

  /** What counts, as of two seconds ago at most. */
  async units(): Promise<LoadedUnit[]> {
    const now = Date.now()
    if (!this.live || now - this.live.at > LIVE_TIME) this.live = { at: now, units: this.history() }
    try {
      return await this.live.units
    } catch (error) {
      this.live = undefined
      throw error
    }
  }

  /** The condition that a row of a loaded table counts. */
  async liveCondition(): Promise<string> {
    return liveCondition(await this.units())
  }

  /** Makes the next question read again what counts. */
  forget(): void {
    this.live = undefined
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    for (const server of this.servers) await server.close()
  }
}

/** All servers, the home first. Throws CodedError `cluster/twice`: two shards on one server would count its rows twice. */
function serverNames(address: ClusterAddress, others: readonly string[]): string[] {
  const names = [address.home, ...others.map((name) => withPort(name, address.isSecure))]
  const again = names.find((name, number) => names.indexOf(name) < number)
  if (again !== undefined) throw new CodedError('cluster/twice', { server: again })
  return names
}

/** The units that count, those of the latest version. */
export function liveUnits(history: readonly LoadedUnit[]): LoadedUnit[] {
  const latest = new Map<string, LoadedUnit>()
  for (const one of history) {
    const known = latest.get(one.unit)
    if (!known || one.version > known.version) latest.set(one.unit, one)
  }
  return [...latest.values()].filter(({ load }) => load > 0)
}

/** The condition that a row is of a unit that counts, over the columns `load` and `id`. */
export function liveCondition(history: readonly LoadedUnit[]): string {
  const live = new Set(liveUnits(history))
  const loads = [...new Set([...live].map(({ load }) => load))].sort((left, right) => left - right)
  // No load has the number 0.
  if (loads.length === 0) return 'load = 0'
  const gone = history.filter((one) => !live.has(one) && loads.includes(one.load) && one.games > 0)
  const conditions = gone.map(({ first, games }) => `NOT (id >= ${first} AND id < ${first + games})`)
  return [`load IN (${loads.join(', ')})`, ...conditions].join(' AND ')
}

function unitOfRow(row: Row): LoadedUnit {
  return {
    unit: String(row['unit']),
    path: String(row['path']),
    load: Number(row['load']),
    first: Number(row['first']),
    games: Number(row['games']),
    postings: Number(row['postings']),
    version: Number(row['version']),
  }
}

async function listShards(home: Server, { database }: ClusterAddress): Promise<Shards> {
  const known = await home.rows(
    `SELECT name FROM system.tables WHERE database = ${quoteText(database)} AND name = 'shards'`,
  )
  const rows =
    known.length === 0
      ? []
      : await home.rows(`SELECT DISTINCT number, server, part_games FROM ${database}.shards ORDER BY number`)
  if (rows.length === 0) throw new CodedError('cluster/none', { server: home.name, database })
  return { names: rows.map(({ server }) => String(server)), partGames: Number(rows[0]!['part_games']) }
}

function insertShards(database: string, { names, partGames }: Shards): string {
  const rows = names.map((name, number) => `(${number}, ${quoteText(name)}, ${partGames})`)
  return `INSERT INTO ${database}.shards VALUES ${rows.join(', ')}`
}
