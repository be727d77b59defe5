/** `ludograph cluster`: games on ClickHouse servers, for collections beyond one machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { isDatabaseFolder } from '../../database/catalogue/folder.ts'
import { parseClusterAddress, type ClusterAddress } from '../../database/stores/cluster/address.ts'
import { Cluster } from '../../database/stores/cluster/cluster.ts'
import { ClusterStore } from '../../database/stores/cluster/cluster-store.ts'
import { loadDatabase, type LoadReport } from '../../database/stores/cluster/load.ts'
import { clusterStatus, deleteUnfinished, dropSources, verifyCluster } from '../../database/stores/cluster/upkeep.ts'
import { Database } from '../../database/database.ts'
import { importSources } from '../../database/import/import.ts'
import { explore } from '../../database/search/explore.ts'
import { GAMES, type GameRecord } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'
import { parseCount, withDatabase } from '../read/database.ts'
import { expandInputs, type Input } from '../read/names.ts'
import { failureLine, isReadable, sourceOf } from './import.ts'
import { optionsNeed } from '../read/option-use.ts'
import { Progress } from '../show/progress.ts'
import { withFileList } from '../read/read-options.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
} from '../show/terminal.ts'

const ADDRESS = 'clickhouse://HOST:8123/DATABASE; user and password also from CLICKHOUSE_USER, CLICKHOUSE_PASSWORD'

export function addCluster(program: Command): void {
  const cluster = program
    .command('cluster')
    .description('Keep games on ClickHouse servers, for collections beyond one machine (docs/scale.md)')
  addInit(cluster)
  addLoad(cluster)
  addStatus(cluster)
  addVerify(cluster)
  cluster
    .command('drop')
    .description('Remove a source: it no longer counts')
    .argument('<cluster>', ADDRESS)
    .argument('[source]', 'path of the source, or a part of it that no other has')
    .option(
      '--unfinished',
      'delete what is left of loads that were begun a day ago and never finished, and of removals',
    )
    .addHelpText('before', examples('cluster drop clickhouse://host/chess twic1500.pgn'))
    .action(runDrop)
}

function addInit(cluster: Command): void {
  cluster
    .command('init')
    .description('Create the tables of a cluster')
    .argument('<cluster>', ADDRESS)
    .option('--shards <servers>', 'the servers besides the first, comma-separated: host:8123,host:8123', '')
    .option('--dry-run', 'print the SQL and change nothing')
    .addHelpText('before', examples('cluster init clickhouse://one/chess --shards two,three'))
    .action(async (text: string, { shards, dryRun = false }: { shards: string; dryRun?: boolean }) => {
      const address = parseClusterAddress(text)
      const others = shards.split(',').filter((name) => name !== '')
      if (!dryRun) {
        await Cluster.create(address, others)
        return note(`created on ${countOf(others.length + 1, 'server')}`)
      }
      for (const { server, statements } of Cluster.statements(address, others)) {
        print(`-- ${server}`)
        for (const sql of statements) print(`${sql};`)
      }
    })
}

function addLoad(cluster: Command): void {
  const command = cluster
    .command('load')
    .description('Load databases, or files of any format; sources that are there already are skipped')
    .argument('<cluster>', ADDRESS)
    .argument('[input...]', 'databases of Ludograph, files or folders')
  withFileList(command)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'before',
      examples('cluster load clickhouse://host/chess games.db', 'cluster load clickhouse://host/chess *.pgn.zst'),
    )
    .action(runLoad)
}

interface LoadCommandOptions {
  filesFrom?: string
  json?: boolean
}

async function runLoad(text: string, names: string[], options: LoadCommandOptions): Promise<void> {
  const start = performance.now()
  const databases = names.filter(isDatabaseFolder)
  const others = names.filter((name) => !databases.includes(name))
  const hasFiles = others.length > 0 || options.filesFrom !== undefined || databases.length === 0
  const inputs = hasFiles ? await expandInputs(others, options) : []
  const report = await withCluster(text, async (cluster) => {
    const total: LoadReport = { loaded: 0, skipped: 0, games: 0, postings: 0 }
    for (const folder of databases) {
      await withDatabase(folder, true, async (database) => addReport(total, await loadFrom(cluster, database)))
    }
    if (inputs.length > 0) addReport(total, await loadFiles(cluster, inputs))
    return total
  })
  const seconds = (performance.now() - start) / 1000
  if (options.json) return printJson({ ...report, seconds })
  if (report.skipped > 0) note(`${countOf(report.skipped, 'source')} already there`)
  if (report.loaded === 0) return note('nothing new to load')
  const rate = Math.round(report.postings / seconds)
  note(
    `${countOf(report.games, 'game')} with ${countOf(report.postings, 'posting')} loaded in ${seconds.toFixed(1)} s ` +
      `(${grouped(rate)} postings/s)`,
  )
}

function addReport(total: LoadReport, { loaded, skipped, games, postings }: LoadReport): void {
  total.loaded += loaded
  total.skipped += skipped
  total.games += games
  total.postings += postings
}

async function loadFrom(cluster: Cluster, database: Database): Promise<LoadReport> {
  const total = GAMES.flatMap((game) => database.segmentsOf(game)).reduce((sum, { header }) => sum + header.postings, 0)
  const progress = new Progress('row', { total })
  const report = await loadDatabase(cluster, database, { onProgress: (rows) => progress.set(rows, total) })
  progress.end()
  return report
}

/** Files are imported into a database of their own first, which sorts their postings. */
async function loadFiles(cluster: Cluster, inputs: readonly Input[]): Promise<LoadReport> {
  const readable = inputs.filter((input) => input.isNamed || isReadable(input))
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-load-'))
  try {
    const database = await Database.open(join(folder, 'games.db'))
    try {
      const progress = new Progress('game')
      const { failures } = await importSources(
        database,
        await Promise.all(readable.map(async (input) => sourceOf(input, undefined))),
        { onProgress: ({ done, total, path }) => progress.set(done, total, path) },
      )
      progress.end()
      for (const failure of failures) note(paint('red', failureLine(failure)))
      if (failures.length > 0) process.exitCode = EXIT.unreadable
      return await loadFrom(cluster, database)
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function addStatus(cluster: Command): void {
  cluster
    .command('status')
    .description('Show the sources, the loads and the tables of a cluster')
    .argument('<cluster>', ADDRESS)
    .option('--json', 'as JSON')
    .action(async (text: string, { json = false }: { json?: boolean }) => {
      await withCluster(text, async (cluster) => {
        const status = await clusterStatus(cluster)
        if (json) return printJson(status)
        const { sources, loads, otherLoads, tables } = status
        const head = (...cells: string[]) => cells.map((cell) => paint('dim', cell))
        const rows = sources.map(({ path, games, postings }) => [path, grouped(games), grouped(postings)])
        if (rows.length > 0) print(`${formatTable([head('source', 'games', 'postings'), ...rows])}\n`)
        const held = tables.map(({ server, table, rows: count, bytes }) => [
          server,
          table,
          grouped(count),
          grouped(bytes),
        ])
        print(formatTable([head('server', 'table', 'rows', 'bytes'), ...held]))
        note(`${countOf(sources.length, 'source')} in ${countOf(loads, 'load')}`)
        if (otherLoads.length > 0) note(`${countOf(otherLoads.length, 'load')} not finished, or replaced`)
      })
    })
}

interface VerifyOptions {
  against?: string
  sample: number
}

function addVerify(cluster: Command): void {
  const verify = cluster
    .command('verify')
    .description('Compare the rows of a cluster with what was loaded, and positions with a database')
    .argument('<cluster>', ADDRESS)
    .option('--against <database>', 'a database with the same games')
    .option('--sample <count>', 'compare COUNT positions of each kind of game', parseCount, 100)
    .addHelpText('before', examples('cluster verify clickhouse://host/chess --sample 400 --against games.db'))
    .action(runVerify)
  optionsNeed(verify, ['--sample'], '--against')
}

async function runVerify(text: string, { against, sample }: VerifyOptions): Promise<void> {
  await withCluster(text, async (cluster) => {
    const problems = (await verifyCluster(cluster)).map(({ server, table, load, rows, expected }) => {
      return `${server}: ${grouped(rows)} rows of load ${load} in ${table}, not ${grouped(expected)}`
    })
    if (against !== undefined) problems.push(...(await compareWith(cluster, against, sample)))
    for (const problem of problems) print(paint('red', problem))
    if (problems.length > 0) process.exitCode = EXIT.issues
    else print('No problems found.')
  })
}

/** Positions of games chosen at random whose statistics are not those of a database. */
async function compareWith(cluster: Cluster, folder: string, sample: number): Promise<string[]> {
  const problems: string[] = []
  const store = new ClusterStore(cluster)
  await withDatabase(folder, true, async (database) => {
    for (const game of await store.kinds()) {
      const rows = await database.catalogue.rows(
        'SELECT id FROM games WHERE game = $1 AND plies > 0 ORDER BY random() LIMIT $2',
        [game, sample],
      )
      for (const { id } of rows) {
        const { position, ply } = positionWithin((await database.record(Number(id)))!)
        const [own, expected] = [await store.explore(game, position), await explore(database, game, position)]
        if (JSON.stringify(own.moves) === JSON.stringify(expected.moves) && own.ended === expected.ended) continue
        problems.push(`game ${Number(id)}, ply ${ply}: ${grouped(own.games)} games, not ${grouped(expected.games)}`)
      }
    }
  })
  return problems
}

/** A position of the main line, earlier ones more often: more games share them. */
function positionWithin(record: GameRecord) {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  const wanted = Math.floor(Math.random() ** 2 * 40)
  let ply = 0
  let node = 0
  while (ply < wanted) {
    const next = record.nodes.findIndex(
      ({ parent, move }, index) => index > node && parent === node && move !== undefined,
    )
    if (next < 0) break
    const { move } = record.nodes[next]!
    if (!rules.isLegal(position, move!)) break
    rules.play(position, move!)
    node = next
    ply++
  }
  return { position, ply }
}

async function runDrop(text: string, source: string | undefined, { unfinished = false }: { unfinished?: boolean }) {
  if (source === undefined && !unfinished) throw new CommandError('name a source, or use --unfinished', EXIT.usage)
  await withCluster(text, async (cluster) => {
    if (source !== undefined) {
      const { sources, games } = await dropSources(cluster, source)
      note(`${countOf(games, 'game')} from ${countOf(sources, 'source')} removed`)
    }
    if (unfinished) note(`${countOf(await deleteUnfinished(cluster), 'unfinished load')} deleted`)
  })
}

/** Connects for the duration of some work. */
async function withCluster<Result>(text: string, work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const address: ClusterAddress = parseClusterAddress(text)
  const cluster = await Cluster.open(address)
  try {
    return await work(cluster)
  } finally {
    await cluster.close()
  }
}
