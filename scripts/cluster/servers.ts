/**
 * Servers of ClickHouse on this machine, for tests and trials: from 18.16, which Debian has, to the current version. The
 * program is `clickhouse-server` of the PATH, or of LUDOGRAPH_CLICKHOUSE: a program, or the folder into which the packages
 * of Debian and the libraries they need were unpacked (`dpkg -x`).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, globSync, mkdirSync, openSync, closeSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How a server is started. */
export interface ServerProgram {
  program: string
  /** What comes before its own arguments. */
  words: string[]
  environment: NodeJS.ProcessEnv
}

/** Where a server listens. */
export interface ServerPlace {
  /** Host and port of its HTTP interface. */
  name: string
  host: string
  http: number
  tcp: number
}

export const USER = 'ludograph'
export const PASSWORD = 'for tests'

/** Milliseconds that a server may take to start and to stop. */
const PATIENCE = 60_000

/** The program of a server; undefined if there is none. */
export function findServerProgram(named = process.env['LUDOGRAPH_CLICKHOUSE']): ServerProgram | undefined {
  if (named && statSync(named, { throwIfNoEntry: false })?.isDirectory()) return unpackedProgram(resolve(named))
  const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')]
  const program = named ?? folders.map((folder) => join(folder, 'clickhouse-server')).find((path) => existsSync(path))
  return program ? { program, words: [], environment: process.env } : undefined
}

function unpackedProgram(folder: string): ServerProgram | undefined {
  const program = ['usr/sbin', 'usr/bin'].map((name) => join(folder, name, 'clickhouse-server')).find(existsSync)
  if (!program) return undefined
  const libraries = globSync(['usr/lib/*-linux-gnu', 'lib/*-linux-gnu'], { cwd: folder })
  const path = libraries.map((name) => join(folder, name)).join(':')
  return { program, words: [], environment: { ...process.env, LD_LIBRARY_PATH: path } }
}

/** Two servers with the same ports on two addresses of this machine. */
export function placesFrom(http: number): ServerPlace[] {
  return ['127.0.0.1', '127.0.0.2'].map((host) => ({ name: `${host}:${http}`, host, http, tcp: http + 1 }))
}

/** Starts a server with its files in a folder, and waits until it answers. The caller ends the process. */
export async function startServer(
  { program, words, environment }: ServerProgram,
  folder: string,
  place: ServerPlace,
  all: readonly ServerPlace[],
): Promise<ChildProcess> {
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'config.xml'), configOf(folder, place, all))
  writeFileSync(join(folder, 'users.xml'), USERS)
  const log = openSync(join(folder, 'output.log'), 'a')
  // Others of this machine come first.
  const server = spawn('nice', ['-n', '10', program, ...words, `--config-file=${join(folder, 'config.xml')}`], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const until = Date.now() + PATIENCE
  while (!(await answers(place))) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`no server at ${place.name}: see ${folder}`)
    await pause(100)
  }
  return server
}

/** Ends a server and waits for it. @param signal SIGKILL for a crash */
export async function stopServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await ended
}

/** Whether a server is there. */
export async function answers({ name }: ServerPlace): Promise<boolean> {
  const reply = await fetch(`http://${name}/ping`).catch(() => undefined)
  return reply?.ok ?? false
}

/** Root elements of this name are understood by old and current versions. */
function configOf(folder: string, { host, http, tcp }: ServerPlace, all: readonly ServerPlace[]): string {
  const shards = all.map(
    (one) => `<shard><replica><host>${one.host}</host><port>${one.tcp}</port><user>${USER}</user>
      <password>${PASSWORD}</password></replica></shard>`,
  )
  return `<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><log>${folder}/server.log</log><errorlog>${folder}/errors.log</errorlog></logger>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <listen_host>${host}</listen_host>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/data/tmp/</tmp_path>
  <user_files_path>${folder}/data/user_files/</user_files_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <max_concurrent_queries>100</max_concurrent_queries>
  <keep_alive_timeout>10</keep_alive_timeout>
  <remote_servers><ludograph>${shards.join('')}</ludograph></remote_servers>
</yandex>
`
}

const USERS = `<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
  <users>
    <${USER}>
      <password>${PASSWORD}</password>
      <networks><ip>127.0.0.0/8</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </${USER}>
  </users>
  <quotas><default /></quotas>
</yandex>
`
