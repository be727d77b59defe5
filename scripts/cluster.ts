/**
 * Two ClickHouse servers on this machine, on 127.0.0.1 and 127.0.0.2, to try clusters with:
 * `node scripts/cluster.ts up|down [FOLDER] [PORT]`. Which program is started: scripts/cluster/servers.ts.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findServerProgram, PASSWORD, placesFrom, startServer, USER } from './cluster/servers.ts'

const [action, named = join(tmpdir(), 'ludograph-cluster'), port = '18123'] = process.argv.slice(2)
const folder = resolve(named)
const list = join(folder, 'processes.json')

if (action === 'up') await up()
else if (action === 'down') await down()
else fail('usage: node scripts/cluster.ts up|down [FOLDER] [PORT]')

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

async function up(): Promise<void> {
  if (existsSync(list)) fail(`servers run in ${folder} already; end them with down`)
  // `down` removes the folder.
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`)
  const program = findServerProgram()
  if (!program) fail('no clickhouse-server in the PATH; LUDOGRAPH_CLICKHOUSE may name the program or unpacked packages')
  const places = placesFrom(Number(port))
  const processes: number[] = []
  for (const [index, place] of places.entries()) {
    const server = await startServer(program, join(folder, String(index)), place, places)
    processes.push(server.pid!)
    writeFileSync(list, JSON.stringify(processes))
    server.unref()
  }
  console.log(`export CLICKHOUSE_USER='${USER}' CLICKHOUSE_PASSWORD='${PASSWORD}'`)
  console.log(`ludograph cluster init clickhouse://${places[0]!.name}/ludograph --shards ${places[1]!.name}`)
}

/** Ends the servers that `up` started, and removes their files. */
async function down(): Promise<void> {
  if (!existsSync(list)) fail(`no servers were started in ${folder}`)
  const processes = JSON.parse(readFileSync(list, 'utf8')) as number[]
  for (const id of processes) {
    // A number may belong to another program by now.
    if (!commandOf(id).includes(folder)) continue
    process.kill(id, 'SIGTERM')
    while (commandOf(id).includes(folder)) await pause(100)
  }
  rmSync(folder, { recursive: true })
}

function commandOf(id: number): string {
  const path = `/proc/${id}/cmdline`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
