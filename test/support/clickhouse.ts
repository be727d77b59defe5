/** The servers of ClickHouse that a machine may have: two shards of `clickhouse-server`, and chdb behind a test server. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SuiteOptions } from 'vitest'
import {
  findServerProgram,
  PASSWORD,
  startServer,
  stopServer,
  USER,
  type ServerPlace,
} from '../../scripts/cluster/servers.ts'
import { needs } from './needs.ts'

/** Servers that run. */
export interface RunningServers {
  /** The address of a database on them. */
  address(database: string): string
  /** The servers besides the first. */
  others: string[]
  /** Ends a server at once, as a crash does, and starts it again. */
  crash(index: number, pauseBefore?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** How servers are started, by the name that tests show, and what tests with them need. */
export interface ServerKind {
  name: string
  options: SuiteOptions
  start(): Promise<RunningServers>
}

const program = findServerProgram()
const chdbFolder = process.env['LUDOGRAPH_CHDB']

/** Two shards of `clickhouse-server`. */
export const SHARDS: ServerKind = {
  name: 'two shards of clickhouse-server',
  options: needs(
    'clickhouse',
    program !== undefined,
    'no clickhouse-server in the PATH or named by LUDOGRAPH_CLICKHOUSE',
  ),
  start: startShards,
}

/** The current engine in a process. */
export const CHDB: ServerKind = {
  name: 'chdb',
  options: needs('clickhouse', chdbFolder !== undefined, 'LUDOGRAPH_CHDB names no folder with chdb'),
  start: startChdb,
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function startShards(): Promise<RunningServers> {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-shards-'))
  const places: ServerPlace[] = []
  for (const host of ['127.0.0.1', '127.0.0.2']) {
    const [http, tcp] = [await freePort(), await freePort()]
    places.push({ name: `${host}:${http}`, host, http, tcp })
  }
  const start = async (index: number) =>
    await startServer(program!, join(folder, String(index)), places[index]!, places)
  const servers: ChildProcess[] = []
  for (const index of places.keys()) servers.push(await start(index))
  return {
    address: (database) => `clickhouse://${USER}:${encodeURIComponent(PASSWORD)}@${places[0]!.name}/${database}`,
    others: [places[1]!.name],
    crash: async (index, pauseBefore) => {
      await stopServer(servers[index]!, 'SIGKILL')
      await pauseBefore?.()
      servers[index] = await start(index)
    },
    stop: async () => {
      for (const server of servers) await stopServer(server, 'SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

async function startChdb(): Promise<RunningServers> {
  const server = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./chdb-server.ts')), chdbFolder!], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    address: (database) => `clickhouse://127.0.0.1:${port.toString().trim()}/${database}`,
    others: [],
    crash: () => Promise.reject(new Error('chdb keeps its tables in memory')),
    stop: async () => await stopServer(server),
  }
}
