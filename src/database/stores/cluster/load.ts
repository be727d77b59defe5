/**
 * Loads the games of databases into a cluster, each source exactly once, whatever is killed on the way and however many
 * load at the same time. Every attempt has a number of its own, whose rows nobody sees until one statement says that
 * they count.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CodedError } from '../../../issues/errors.ts'
import { GAMES, type Game } from '../../../model/record.ts'
import { keepDistinct, keepOnly, keepPositions, keyRanges } from '../../../positions/build/merge.ts'
import { PostingSorter } from '../../../positions/segment/posting-sorter.ts'
import type { Postings } from '../../../positions/segment/postings.ts'
import type { Database } from '../../database.ts'
import { GAME_BITS, LOAD_BITS, liveUnits, type Cluster, type LoadedUnit } from './cluster.ts'
import { LoadedGames } from './loaded-games.ts'
import { LEAST_SUMMED, ReadyMove } from './ready-statistics.ts'
import { RowBlock } from './row-binary.ts'
import { gameCode, LOADED_TABLES, NUMBER_COLUMNS, TEXT_COLUMNS } from './schema.ts'
import { quoteText } from './server.ts'

/** How progress is reported. */
export interface LoadOptions {
  /** Called from time to time with rows sent. */
  onProgress?: (rows: number) => void
  /** The fewest postings of a position in a load that are added up, 128 by default. */
  leastSummed?: number
}

/** What a load did. */
export interface LoadReport {
  /** Sources or parts of them that were loaded, and that were there already. */
  loaded: number
  skipped: number
  games: number
  postings: number
}

/** Bytes of a block of rows, about: some 500,000 postings. */
const BLOCK_BYTES = 1 << 24

/** Seconds after which a load that was not committed may be deleted; none is committed after half of that. */
export const LONGEST_LOAD = 24 * 60 * 60

/** How often what is repeatable is tried, and milliseconds between. */
const TRIES = 10
const PAUSE = 500

/** A part of a source of a database, entries from `from` up to `to`. */
interface Part {
  unit: string
  source: number
  path: string
  from: number
  to: number
}

/**
 * Loads all sources of a database that are not yet in the cluster. What was loaded before an error or a kill counts;
 * the next call goes on. Rejects with CodedError.
 */
export async function loadDatabase(
  cluster: Cluster,
  database: Database,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const report: LoadReport = { loaded: 0, skipped: 0, games: 0, postings: 0 }
  const known = new Set(liveUnits(await cluster.history()).map(({ unit }) => unit))
  const parts = await partsOf(database, cluster.partGames)
  const missing = parts.filter(({ unit }) => !known.has(unit))
  report.skipped = parts.length - missing.length
  for (const group of groupParts(missing, cluster.partGames)) {
    const units = await new Load(cluster, database, group, options).run()
    report.loaded += units.length
    for (const { games, postings } of units) {
      report.games += games
      report.postings += postings
    }
  }
  return report
}

/** The parts of the sources, always cut alike, so that another loader names them alike. */
async function partsOf({ catalogue }: Database, size: number): Promise<Part[]> {
  const rows = await catalogue.rows(
    `SELECT sources.id, any_value(path) AS path, any_value(hash) AS hash, max(entry) AS last
     FROM sources JOIN games ON games.source = sources.id GROUP BY sources.id ORDER BY sources.id`,
  )
  return rows.flatMap(({ id, path, hash, last }) => {
    const entries = Number(last) + 1
    return Array.from({ length: Math.ceil(entries / size) }, (_, index) => ({
      unit: `${String(hash)}:${index}`,
      source: Number(id),
      path: String(path),
      from: index * size,
      to: Math.min((index + 1) * size, entries),
    }))
  })
}

/** Joins small parts, until they have so many entries. */
function* groupParts(parts: readonly Part[], size: number): Generator<Part[]> {
  let group: Part[] = []
  let entries = 0
  for (const part of parts) {
    if (group.length > 0 && entries + part.to - part.from > size) {
      yield group
      group = []
      entries = 0
    }
    group.push(part)
    entries += part.to - part.from
  }
  if (group.length > 0) yield group
}

/** The rows sent to a table of a server, to be compared with what is there. */
interface Sent {
  rows: number
  /** Sum of the numbers of games modulo 2^32. */
  ids: number
  /** Sum of the low halves of the positions modulo 2^32. */
  positions: number
}

/** One attempt to load some parts. */
class Load {
  private readonly cluster: Cluster
  private readonly database: Database
  private readonly parts: readonly Part[]
  private readonly onProgress: ((rows: number) => void) | undefined
  private readonly leastSummed: number
  private number = 0
  private readonly units: LoadedUnit[] = []
  /** By server and table. */
  private readonly blocks: Record<(typeof LOADED_TABLES)[number], RowBlock>[]
  private readonly sent: Record<(typeof LOADED_TABLES)[number], Sent>[]
  private rows = 0

  constructor(
    cluster: Cluster,
    database: Database,
    parts: readonly Part[],
    { onProgress, leastSummed = LEAST_SUMMED }: LoadOptions,
  ) {
    this.cluster = cluster
    this.database = database
    this.parts = parts
    this.onProgress = onProgress
    this.leastSummed = leastSummed
    this.blocks = cluster.servers.map(() => ({
      postings: new RowBlock(),
      statistics: new RowBlock(),
      games: new RowBlock(),
      records: new RowBlock(),
    }))
    const none = (): Sent => ({ rows: 0, ids: 0, positions: 0 })
    this.sent = cluster.servers.map(() => ({
      postings: none(),
      statistics: none(),
      games: none(),
      records: none(),
    }))
  }

  /** Sends and commits everything; what was sent without being committed never counts. */
  async run(): Promise<LoadedUnit[]> {
    const begun = Date.now()
    this.number = await claimLoad(this.cluster)
    const facts = await this.sendGames()
    for (const game of GAMES) await this.sendPostings(game, facts)
    await this.flush(0)
    await this.check()
    // Its rows may be deleted as those of a load that was never finished.
    if (Date.now() - begun > (LONGEST_LOAD / 2) * 1000) throw new CodedError('cluster/too-long', { load: this.number })
    await this.commit()
    return this.units
  }

  /** Sends the games in the order of their numbers. Returns what their postings repeat. */
  private async sendGames(): Promise<LoadedGames> {
    const facts = new LoadedGames()
    for (const { unit, path, source, from, to } of this.parts) {
      const first = this.number * 2 ** GAME_BITS + facts.count
      const rows = await this.database.catalogue.rows(
        'SELECT id FROM games WHERE source = $1 AND entry >= $2 AND entry < $3 ORDER BY entry',
        [source, from, to],
      )
      const ids = Uint32Array.from(rows, ({ id }) => Number(id))
      for await (const batch of this.database.catalogue.inBatches('* EXCLUDE (id)', ids)) {
        for (const row of batch) {
          const id = this.number * 2 ** GAME_BITS + facts.count
          facts.add(Number(row['id']), row, this.units.length)
          for (let shard = 0; shard < this.blocks.length; shard++) this.addGame(shard, id, path, row)
          this.addRecord(this.cluster.shardOfGame(id), id, row)
        }
        await this.flush(BLOCK_BYTES)
      }
      this.units.push({ unit, path, load: this.number, first, games: ids.length, postings: 0, version: 0 })
    }
    return facts
  }

  private addGame(shard: number, id: number, path: string, row: Readonly<Record<string, unknown>>): void {
    const block = this.blocks[shard]!.games
    block.u64(id)
    block.u32(this.number)
    block.u8(gameCode(row['game'] as Game))
    block.text(path)
    for (const name of TEXT_COLUMNS) block.text((row[name] as string | null) ?? '')
    for (const name of NUMBER_COLUMNS) block.u16(Number(row[name] ?? 0))
    block.u32(Number(row['errors']))
    this.count(shard, 'games', id, 0)
  }

  private addRecord(shard: number, id: number, row: Readonly<Record<string, unknown>>): void {
    const block = this.blocks[shard]!.records
    block.u64(id)
    block.u32(this.number)
    block.text(String(row['head']))
    block.blob((row['moves'] as { bytes: Uint8Array }).bytes)
    block.text(String(row['numbers']))
    block.text(String(row['tree']))
    this.count(shard, 'records', id, 0)
  }

  private count(shard: number, table: (typeof LOADED_TABLES)[number], id: number, low: number): void {
    this.blocks[shard]![table].endRow()
    const sent = this.sent[shard]![table]
    sent.rows++
    sent.ids = (sent.ids + id) % 2 ** 32
    sent.positions = (sent.positions + low) % 2 ** 32
  }

  /** Sends the postings of the games of one kind, each once. */
  private async sendPostings(game: Game, facts: LoadedGames): Promise<void> {
    const segments = this.database.segmentsOf(game)
    if (segments.length === 0) return
    const sorter = new PostingSorter()
    for await (const range of keyRanges(segments)) {
      keepPositions(range)
      keepOnly(range, (row) => facts.has(range.game[row]!))
      const sorted = sorter.sort(range)
      keepDistinct(sorted)
      this.addPostings(game, sorted, facts)
      await this.flush(BLOCK_BYTES)
    }
  }

  /** Adds postings that are sorted by position and move. */
  private addPostings(game: Game, postings: Postings, facts: LoadedGames): void {
    const { high, low, count } = postings
    for (let at = 0, end = 0; at < count; at = end) {
      while (end < count && high[end] === high[at] && low[end] === low[at]) end++
      const isSummed = end - at >= this.leastSummed
      this.addPosition(game, postings, at, end, facts, isSummed)
      if (isSummed) this.addStatistics(game, postings, at, end, facts)
    }
  }

  /** Adds the postings of one position. */
  private addPosition(
    game: Game,
    { high, low, game: games, move }: Postings,
    from: number,
    to: number,
    facts: LoadedGames,
    isSummed: boolean,
  ): void {
    const [code, upper, lower] = [gameCode(game), high[from]!, low[from]!]
    const shard = this.cluster.shardOfKey(upper, lower)
    const block = this.blocks[shard]!.postings
    for (let at = from; at < to; at++) {
      const place = facts.placeOf(games[at]!)
      const id = this.number * 2 ** GAME_BITS + place
      block.u8(code)
      block.halves(upper, lower)
      block.u16(move[at]!)
      block.u64(id)
      block.u8(facts.result(place))
      block.u16(facts.rating(place, 1))
      block.u16(facts.rating(place, 2))
      block.u16(facts.year(place))
      block.u32(this.number)
      block.u8(isSummed ? 1 : 0)
      this.count(shard, 'postings', id, lower)
      this.units[facts.unitOf(place)]!.postings++
    }
  }

  /** Adds the sums of the postings of one position. */
  private addStatistics(
    game: Game,
    { high, low, game: games, move }: Postings,
    from: number,
    to: number,
    facts: LoadedGames,
  ): void {
    const [upper, lower] = [high[from]!, low[from]!]
    const shard = this.cluster.shardOfKey(upper, lower)
    const place = { game: gameCode(game), high: upper, low: lower, load: this.number }
    for (let at = from; at < to;) {
      const ready = new ReadyMove(move[at]!)
      const first = move[at]
      for (; at < to && move[at] === first; at++) {
        const counted = facts.placeOf(games[at]!)
        ready.add(facts, counted, this.units[facts.unitOf(counted)]!.first)
      }
      ready.write(this.blocks[shard]!.statistics, place, (id) => this.count(shard, 'statistics', id, lower))
    }
  }

  /** Sends the blocks of more than so many bytes, straight to their servers. */
  private async flush(limit: number): Promise<void> {
    for (const [shard, blocks] of this.blocks.entries()) {
      for (const table of LOADED_TABLES) {
        const block = blocks[table]
        if (block.length <= limit) continue
        this.rows += block.rows
        await this.cluster.servers[shard]!.insert(this.cluster.table(table), block.take())
        this.onProgress?.(this.rows)
      }
    }
  }

  /** Compares what is on the servers with what was sent. */
  private async check(): Promise<void> {
    for (const [shard, server] of this.cluster.servers.entries()) {
      for (const table of LOADED_TABLES) {
        const sent = this.sent[shard]![table]
        const [row] = await server.rows(
          `SELECT count() AS held, sum(bitAnd(id, 4294967295)) % 4294967296 AS ids,
             ${table === 'postings' || table === 'statistics' ? 'sum(bitAnd(position, 4294967295)) % 4294967296' : '0'} AS positions
           FROM ${this.cluster.table(table)} WHERE load = ${this.number}`,
        )
        const held = Number(row!['held'])
        const isSame =
          held === sent.rows && Number(row!['ids']) === sent.ids && Number(row!['positions']) === sent.positions
        if (isSame) continue
        const numbers = { held, expected: sent.rows }
        throw new CodedError('cluster/count', { server: server.name, table, load: this.number, ...numbers })
      }
    }
  }

  /** Makes the load count: one statement, repeated until it succeeds, since repetitions change nothing. */
  private async commit(): Promise<void> {
    const version = await nextVersion(this.cluster, this.number)
    for (const unit of this.units) unit.version = version
    await commitUnits(this.cluster, this.units)
  }
}

/** A version greater than all before; of two that are made at the same time that of the greater number. */
export async function nextVersion(cluster: Cluster, number: number): Promise<number> {
  const [row] = await cluster.home.rows(`SELECT max(version) AS last FROM ${cluster.table('units')}`)
  return (Math.floor(Number(row!['last']) / 2 ** LOAD_BITS) + 1) * 2 ** LOAD_BITS + number
}

/** Says what counts from now on. Repeats are harmless. */
export async function commitUnits(cluster: Cluster, units: readonly LoadedUnit[]): Promise<void> {
  const rows = units.map(({ unit, path, load, first, games, postings, version }) => {
    const numbers = [load, first, games, postings, version]
    return `(${quoteText(unit)}, ${quoteText(path)}, ${numbers.join(', ')})`
  })
  await persist(() => cluster.home.run(`INSERT INTO ${cluster.table('units')} VALUES ${rows.join(', ')}`))
  cluster.forget()
}

/** Repeats an action that may be repeated until it succeeds, some seconds long. */
async function persist(act: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await act()
    } catch (error) {
      if (left === 1) throw error
      await pause(PAUSE)
    }
  }
}

/**
 * Takes a number that no other load has: of loaders that take the same one at the same time all see the others' claims,
 * except for one at most, and only who sees no other keeps it.
 */
async function claimLoad(cluster: Cluster): Promise<number> {
  const table = cluster.table('claims')
  for (;;) {
    const [row] = await cluster.home.rows(`SELECT max(load) AS last FROM ${table}`)
    const number = Number(row!['last']) + 1 + Math.floor(Math.random() * 4)
    if (number >= 2 ** LOAD_BITS) throw new CodedError('cluster/full', {})
    const token = randomUUID()
    await cluster.home.run(
      `INSERT INTO ${table} VALUES (${number}, ${quoteText(token)}, ${Math.floor(Date.now() / 1000)})`,
    )
    const claims = await cluster.home.rows(`SELECT DISTINCT token FROM ${table} WHERE load = ${number}`)
    if (claims.length === 1 && claims[0]!['token'] === token) return number
  }
}
