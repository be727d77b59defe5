/** Questions to a cluster: positions at the one server that has them, games at any. */
import type { Move } from '../../../model/move.ts'
import { GAMES, type Game, type GameRecord } from '../../../model/record.ts'
import { loadOpenings } from '../../../openings/index.ts'
import { imagesOf, makeExploration, ownImage } from '../../../positions/exploration.ts'
import { RESULT_CODES } from '../../../positions/facts.ts'
import { decodeMove } from '../../../positions/move-code.ts'
import { positionKey } from '../../../positions/position-key.ts'
import { mergeStatistics, type MoveStatistics } from '../../../positions/statistics.ts'
import type { FoundGame } from '../../../query/found-game.ts'
import { assertReachable } from '../../../query/position.ts'
import type { GameQuery } from '../../../query/query.ts'
import type { SortKey } from '../../../query/sort-keys.ts'
import type { Position } from '../../../rules/rules.ts'
import { decodeRecord } from '../../schema/stored-record.ts'
import { latestFirst, type DatabaseExploration, type ExploreOptions, type SampledGame } from '../../search/explore.ts'
import { foundGame } from '../../search/found-row.ts'
import { factConditions, type FoundRecord, type GamesPage, type SearchOptions } from '../../search/search.ts'
import type { GameStore } from '../store.ts'
import type { ClusterAddress } from './address.ts'
import { Cluster } from './cluster.ts'
import { conditionsOf, findGames, isOneOf, postingCondition } from './conditions.ts'
import { readyCondition } from './ready-statistics.ts'
import { gameCode, gameOfCode } from './schema.ts'
import { quoteNumber, type Row, type Server } from './server.ts'

/** Records fetched at once. */
const BATCH_RECORDS = 500

/** The SQL of each sort key, and that of values that are unknown, which come last. */
const ORDERS: Record<SortKey, { column: string; unknown?: string }> = {
  id: { column: 'id' },
  date: { column: 'date', unknown: "date = ''" },
  first: { column: 'player1', unknown: "player1 = ''" },
  second: { column: 'player2', unknown: "player2 = ''" },
  event: { column: 'event', unknown: "event = ''" },
  rating: { column: 'greatest(rating1, rating2)', unknown: 'greatest(rating1, rating2) = 0' },
  result: { column: 'result' },
  opening: { column: "if(opening = '', found_opening, opening)", unknown: "opening = '' AND found_opening = ''" },
  plies: { column: 'plies' },
}

/** The columns of {@link foundGameOf}. */
const FOUND_COLUMNS = `id, game, player1, player2, rating1, rating2, title, event, site, round, date, result, plies,
  if(opening = '', found_opening, opening) AS code, if(opening_name = '', found_opening_name, opening_name) AS name`

/** Opens a cluster as a store. Rejects with CodedError. */
export async function openCluster(address: ClusterAddress): Promise<ClusterStore> {
  return new ClusterStore(await Cluster.open(address))
}

/** A cluster as a store. */
export class ClusterStore implements GameStore {
  readonly cluster: Cluster

  constructor(cluster: Cluster) {
    this.cluster = cluster
  }

  async kinds(): Promise<Game[]> {
    const counts = await this.countKinds()
    return GAMES.filter((game) => counts.some((count) => count.game === game))
  }

  async countKinds(): Promise<{ game: Game; games: number }[]> {
    const rows = await this.cluster.home.rows(
      `SELECT game, count() AS total FROM ${this.games} WHERE ${await this.cluster.liveCondition()} GROUP BY game`,
    )
    const counts = rows.flatMap((row) => {
      const game = gameOfCode(Number(row['game']))
      return game ? [{ game, games: Number(row['total']) }] : []
    })
    return counts.sort((left, right) => (left.game < right.game ? -1 : 1))
  }

  private get games(): string {
    return this.cluster.table('games')
  }

  async explore(game: Game, position: Position, options: ExploreOptions = {}): Promise<DatabaseExploration> {
    const { games = 0, recent = 0, only = false } = options
    const { key, symmetry } = positionKey(game, position)
    const [high, low] = [key[0]!, key[1]!]
    const server = this.cluster.servers[this.cluster.shardOfKey(high, low)]!
    const live = await this.cluster.liveCondition()
    const at = `WHERE ${postingCondition(gameCode(game), high, low)} AND ${live}`
    const here = `FROM ${this.cluster.table('postings')} ${at}`
    const counted = `${here}${await this.filterOf(server, game, options, live)}`
    const statistics = await this.countMoves(server, at, counted, options)
    if (statistics.length === 0 && (await server.rows(`SELECT id ${here} LIMIT 1`)).length === 0) {
      assertReachable(position)
    }
    const exploration: DatabaseExploration = makeExploration(game, position, symmetry, statistics)
    const opening = (await loadOpenings(game))?.at?.(position)
    if (opening) exploration.opening = opening
    const images = imagesOf(game, position)
    const list = async (sql: string): Promise<SampledGame[]> => {
      const rows = await server.rows(`SELECT id, move ${counted} ${sql}`)
      const found = await this.gamesByNumber(
        server,
        rows.map(({ id }) => Number(id)),
      )
      return rows.flatMap((row) => {
        const one = found.get(Number(row['id']))
        const move = decodeMove(game, Number(row['move']))
        if (!one) return []
        return [move === undefined ? one : { ...one, move: ownImage(move, symmetry, images, position) }]
      })
    }
    if (games > 0) {
      const order = 'toUInt32(rating1) + rating2 DESC, year DESC, move, id'
      exploration.samples = await list(`ORDER BY ${order} LIMIT 1 BY id LIMIT ${quoteNumber(games)}`)
    }
    if (recent > 0) {
      exploration.recent = latestFirst(
        await list(`ORDER BY year DESC, id DESC, move LIMIT 1 BY id LIMIT ${quoteNumber(recent)}`),
      )
    }
    if (only) {
      const single = statistics.filter((row) => row.games === 1).map(({ move }) => move)
      const found = single.length === 0 ? [] : await list(`AND move IN (${single.join(', ')}) ORDER BY move`)
      exploration.only = new Map<Move, SampledGame>(
        found.flatMap((one) => (one.move === undefined ? [] : [[one.move, one]])),
      )
    }
    return exploration
  }

  /** What was played in a position. @param counted the postings to count, which are at the place `at` */
  private async countMoves(server: Server, at: string, counted: string, options: ExploreOptions) {
    const list = async (sql: string) => (await server.rows(sql)).map(statisticsOf)
    const ready = readyFor(options)
    if (ready === undefined) return mergeStatistics([await list(statisticsSql(counted))])
    const summed = `FROM ${this.cluster.table('statistics')} ${at}${ready}`
    const lists = [statisticsSql(`${counted} AND summed = 0`), readyStatisticsSql(summed)].map(list)
    return mergeStatistics(await Promise.all(lists))
  }

  /** The condition on postings for the games that count, to follow others. */
  private async filterOf(
    server: Server,
    game: Game,
    { query = {}, ratingGroups }: ExploreOptions,
    live: string,
  ): Promise<string> {
    const groups = ratingGroups?.map(([from, to]) => {
      const sum = '(toUInt32(rating1) + rating2)'
      const least = `${sum} >= ${quoteNumber(2 * from)}`
      return to === Infinity ? least : `${least} AND ${sum} < ${quoteNumber(2 * to)}`
    })
    const grouped = groups ? ` AND (rating1 = 0 OR rating2 = 0 OR ${groups.join(' OR ') || '0'})` : ''
    if (Object.keys(query).length === 0) return grouped
    const facts = factConditions(query)
    if (!facts) {
      const where = await conditionsOf(this.cluster, server, { ...query, game }, live)
      return `${grouped} AND id IN (SELECT id FROM ${this.games} WHERE ${where})`
    }
    const { minRating, maxRating, fromYear, toYear, result } = facts
    const least = quoteNumber(Math.max(1, minRating ?? 1))
    const conditions = [
      ...(minRating !== undefined || maxRating !== undefined ? [`rating1 >= ${least} AND rating2 >= ${least}`] : []),
      ...(maxRating !== undefined ? [`greatest(rating1, rating2) <= ${quoteNumber(maxRating)}`] : []),
      ...(fromYear !== undefined || toYear !== undefined ? [`year >= ${quoteNumber(Math.max(1, fromYear ?? 1))}`] : []),
      ...(toYear !== undefined ? [`year <= ${quoteNumber(toYear)}`] : []),
      ...(result !== undefined ? [`result = ${RESULT_CODES[result]}`] : []),
    ]
    return [grouped, ...conditions].join(' AND ')
  }

  private async gamesByNumber(server: Server, ids: readonly number[]): Promise<Map<number, FoundGame>> {
    if (ids.length === 0) return new Map()
    const rows = await server.rows(`SELECT ${FOUND_COLUMNS} FROM ${this.games} WHERE ${isOneOf(ids)}`)
    return new Map(rows.map((row) => [Number(row['id']), foundGameOf(row)]))
  }

  async countGames(query: GameQuery): Promise<number> {
    const { server, where } = await findGames(this.cluster, query)
    const [row] = await server.rows(`SELECT count() AS total FROM ${this.games} WHERE ${where}`)
    return Number(row!['total'])
  }

  async *streamGames(query: GameQuery, options: SearchOptions = {}): AsyncGenerator<FoundGame> {
    const { server, where } = await findGames(this.cluster, query)
    const sql = `SELECT ${FOUND_COLUMNS} FROM ${this.games} WHERE ${where} ${orderAndLimit(options)}`
    for await (const rows of server.stream(sql)) yield* rows.map(foundGameOf)
  }

  async pageOfGames(query: GameQuery, options: SearchOptions): Promise<GamesPage> {
    const total = await this.countGames(query)
    const games: FoundGame[] = []
    for await (const game of this.streamGames(query, options)) games.push(game)
    return { total, games }
  }

  async *searchRecords(query: GameQuery, options: SearchOptions = {}): AsyncGenerator<FoundRecord> {
    const { server, where } = await findGames(this.cluster, query)
    let batch: number[] = []
    for await (const rows of server.stream(`SELECT id FROM ${this.games} WHERE ${where} ${orderAndLimit(options)}`)) {
      for (const { id } of rows) {
        batch.push(Number(id))
        if (batch.length < BATCH_RECORDS) continue
        yield* await this.records(batch)
        batch = []
      }
    }
    yield* await this.records(batch)
  }

  async record(id: number): Promise<GameRecord | undefined> {
    const [row] = await this.cluster.home.rows(
      `SELECT id FROM ${this.games} WHERE ${isOneOf([id])} AND ${await this.cluster.liveCondition()}`,
    )
    if (!row) return undefined
    const [found] = await this.records([id])
    return found?.record
  }

  /** Records by number, in this order. */
  private async records(ids: readonly number[]): Promise<{ id: number; record: GameRecord }[]> {
    const found = new Map<number, GameRecord>()
    for (const [shard, held] of Map.groupBy(ids, (id) => this.cluster.shardOfGame(id))) {
      const rows = await this.cluster.servers[shard]!.rows(
        `SELECT id, head, hex(moves) AS codes, numbers, tree FROM ${this.cluster.table('records')} WHERE ${isOneOf(held)}`,
      )
      for (const { id, head, codes, numbers, tree } of rows) {
        const moves = Buffer.from(String(codes), 'hex')
        const stored = { head: String(head), moves, numbers: String(numbers), tree: String(tree) }
        found.set(Number(id), decodeRecord(stored))
      }
    }
    return ids.flatMap((id) => {
      const record = found.get(id)
      return record ? [{ id, record }] : []
    })
  }

  async close(): Promise<void> {
    await this.cluster.close()
  }
}

function statisticsSql(counted: string): string {
  return `SELECT move, count() AS played, countIf(result = ${RESULT_CODES.first}) AS won1,
      countIf(result = ${RESULT_CODES.draw}) AS drawn, countIf(result = ${RESULT_CODES.second}) AS won2,
      sum(rating1) AS sum1, countIf(rating1 > 0) AS known1, sum(rating2) AS sum2, countIf(rating2 > 0) AS known2,
      max(year) AS last ${counted} GROUP BY move ORDER BY move`
}

/** The condition on ready statistics for the games that count, to follow others; undefined where they cannot tell. */
function readyFor({ query = {}, ratingGroups }: ExploreOptions): string | undefined {
  if (ratingGroups) return undefined
  if (Object.keys(query).length === 0) return ''
  const facts = factConditions(query)
  return facts && readyCondition(facts)
}

function readyStatisticsSql(summed: string): string {
  return `SELECT move, sum(games) AS played, sum(first) AS won1, sum(draws) AS drawn, sum(second) AS won2,
      sum(rating_sum1) AS sum1, sum(rated1) AS known1, sum(rating_sum2) AS sum2, sum(rated2) AS known2,
      max(year) AS last ${summed} GROUP BY move ORDER BY move`
}

function statisticsOf(row: Row): MoveStatistics {
  return {
    move: Number(row['move']),
    games: Number(row['played']),
    first: Number(row['won1']),
    draws: Number(row['drawn']),
    second: Number(row['won2']),
    ratingSum1: Number(row['sum1']),
    rated1: Number(row['known1']),
    ratingSum2: Number(row['sum2']),
    rated2: Number(row['known2']),
    lastYear: Number(row['last']),
  }
}

function foundGameOf({ game, code, name, ...row }: Row): FoundGame {
  const known = Object.entries({ ...row, opening: code!, opening_name: name! }).map(
    ([column, value]) => [column, value === '' || (column.startsWith('rating') && value === 0) ? null : value] as const,
  )
  return foundGame({ ...Object.fromEntries(known), id: Number(row['id']), game: gameOfCode(Number(game))! })
}

function orderAndLimit({ order = 'id', descending = false, limit, offset = 0 }: SearchOptions): string {
  const { column, unknown } = ORDERS[order]
  const keys = [...(unknown ? [unknown] : []), `${column} ${descending ? 'DESC' : 'ASC'}`, 'id']
  // Without a limit an offset needs one all the same.
  const rows = limit ?? (offset > 0 ? Number.MAX_SAFE_INTEGER : undefined)
  return `ORDER BY ${keys.join(', ')}${rows === undefined ? '' : ` LIMIT ${quoteNumber(offset)}, ${quoteNumber(rows)}`}`
}
