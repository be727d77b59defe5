/**
 * Finds games with the same moves from the same start (of Othello, without passes and turned alike), and how likely they are the same game. Of two collections that
 * overlap nearly every game is in a group, so it takes a few bytes a game: DuckDB sorts and looks up, and makes no lists.
 */
import type { DuckDBBlobValue, DuckDBValue } from '@duckdb/node-api'
import { listValue } from '../catalogue/duckdb.ts'
import type { Database } from '../database.ts'
import { decodeHead } from '../schema/stored-record.ts'
import { othelloKey, type OthelloStart } from './same-othello.ts'

/** Groups of games with the same moves, two games at least in each. */
export interface EqualGames {
  /** The groups that were asked for, the most likely duplicates first, then the largest. */
  groups: Uint32Array
  /** The numbers of the games of a group, ascending. */
  games: (group: number) => Uint32Array
  /** 0 if players and date are the same as well, 1 if the players are, 2 otherwise. */
  rank: (group: number) => number
}

/** The number of plies below which equal games are no surprise. */
const MIN_PLIES = 10

/** Games whose players and dates are in memory at a time. */
const RANKED_AT_ONCE = 20_000

const NAME = (column: string, alias: string) =>
  `regexp_replace(lower(strip_accents(coalesce(${alias}.player, ${column}, ''))), '[^\\p{L}\\p{N}]+', ' ', 'g')`

/**
 * Finds groups of equal games.
 * @param mostRank only groups of this rank or a smaller one
 * @param source only groups with a game of this source, by its path
 */
export async function findEqualGames(
  database: Database,
  mostRank: number,
  source: string | undefined,
): Promise<EqualGames> {
  const { ids, starts } = await groupByMoves(database)
  const count = starts.length - 1
  const games = (group: number) => ids.subarray(starts[group], starts[group + 1])
  const sizeOf = (group: number) => starts[group + 1]! - starts[group]!
  const ranks = new Uint8Array(count)
  const asked: number[] = []
  for (const part of inParts(Array(count).keys(), RANKED_AT_ONCE, sizeOf)) {
    const played = await readGames(database, ids.subarray(starts[part[0]!], starts[part.at(-1)! + 1]))
    for (const group of part) {
      const found = Array.from(games(group), (id) => played.get(id)).filter((game) => game !== undefined)
      ranks[group] = rankOf(found)
      const isOfSource = source === undefined || found.some(({ path }) => path === source)
      if (ranks[group] <= mostRank && isOfSource) asked.push(group)
    }
  }
  const groups = Uint32Array.from(asked).sort(
    (one, other) =>
      ranks[one]! - ranks[other]! || sizeOf(other) - sizeOf(one) || ids[starts[one]!]! - ids[starts[other]!]!,
  )
  return { groups, games, rank: (group) => ranks[group]! }
}

/** The numbers of games that have their moves and their start in common, and where each group of them begins. */
async function groupByMoves({ catalogue }: Database): Promise<{ ids: Uint32Array; starts: Uint32Array }> {
  const sql = `SELECT id, hash(game, coalesce(setup, ''), moves) AS key FROM games
     WHERE plies >= ${MIN_PLIES} AND game <> 'othello' ORDER BY key, id`
  const ids: number[] = []
  const starts: number[] = []
  let lastId = 0
  let lastKey: DuckDBValue | undefined
  let isInGroup = false
  for await (const chunk of catalogue.chunks(sql)) {
    for (const [number, key] of chunk.getRows()) {
      const id = Number(number)
      const isEqual = key === lastKey
      if (isEqual && !isInGroup) {
        starts.push(ids.length)
        ids.push(lastId)
      }
      if (isEqual) ids.push(id)
      isInGroup = isEqual
      lastId = id
      lastKey = key
    }
  }
  for (const group of await groupOthello(catalogue)) {
    starts.push(ids.length)
    for (const id of group) ids.push(id)
  }
  starts.push(ids.length)
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts) }
}

/** The groups of games of Othello, which are the same with and without passes, and mirrored. */
async function groupOthello(catalogue: Database['catalogue']): Promise<number[][]> {
  const sql = `SELECT id, setup, moves, head FROM games WHERE plies >= ${MIN_PLIES} AND game = 'othello' ORDER BY id`
  const ids: number[] = []
  const keys: number[] = []
  for await (const chunk of catalogue.chunks(sql)) {
    for (const [id, setup, moves, head] of chunk.getRows()) {
      const start: OthelloStart = String(head).includes('"size"') ? decodeHead(String(head)) : {}
      if (setup !== null) start.setup = String(setup)
      ids.push(Number(id))
      keys.push(othelloKey((moves as DuckDBBlobValue).bytes, start))
    }
  }
  const order = Uint32Array.from(ids.keys()).sort((one, other) => keys[one]! - keys[other]! || one - other)
  const groups: number[][] = []
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && keys[order[to]!] === keys[order[from]!]) to++
    if (to - from > 1) groups.push(Array.from(order.subarray(from, to), (index) => ids[index]!))
  }
  return groups
}

/** What tells whether games with the same moves are the same game. */
interface Played {
  /** The names of the players as they are compared: aliases count as the player, accents and punctuation not at all. */
  players: string
  /** Empty if it is unknown. */
  date: string
  /** Of the source. */
  path: string
}

async function readGames({ catalogue }: Database, ids: Uint32Array): Promise<Map<number, Played>> {
  const rows = await catalogue.rows(
    `SELECT games.id, ${NAME('player1', 'one')} || chr(10) || ${NAME('player2', 'other')} AS players,
       coalesce(date, '') AS date, sources.path FROM games JOIN sources ON sources.id = games.source
     LEFT JOIN aliases AS one ON one.name = player1 LEFT JOIN aliases AS other ON other.name = player2
     WHERE games.id IN (SELECT unnest($1::UINTEGER[]))`,
    [listValue([...ids])],
  )
  return new Map(
    rows.map(({ id, players, date, path }) => [
      Number(id),
      { players: String(players), date: String(date), path: String(path) },
    ]),
  )
}

function rankOf(games: readonly Played[]): number {
  if (games.some(({ players }) => players !== games[0]!.players)) return 2
  // Dates that differ only in precision are the same.
  const fullest = games.reduce((last, { date }) => (date > last ? date : last), '')
  return games.every(({ date }) => fullest.startsWith(date)) ? 0 : 1
}

/** Things in parts of a limited size, and of one thing at least. */
export function* inParts<Thing>(
  things: Iterable<Thing>,
  most: number,
  sizeOf: (thing: Thing) => number,
): Generator<Thing[]> {
  let part: Thing[] = []
  let size = 0
  for (const thing of things) {
    if (part.length > 0 && size + sizeOf(thing) > most) {
      yield part
      part = []
      size = 0
    }
    part.push(thing)
    size += sizeOf(thing)
  }
  if (part.length > 0) yield part
}
