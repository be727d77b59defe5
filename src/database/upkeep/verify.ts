/**
 * Checks a database against itself: every byte of the index by checksums and by making it again, every derived column
 * of every row of the catalogue by recomputing it, and the index against the games, both ways.
 */
import { verifySegment } from '../../positions/read/verify-segment.ts'
import { FormatError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { GAMES } from '../../model/record.ts'
import { readManifestFile } from '../catalogue/folder.ts'
import type { Database } from '../database.ts'
import { PositionSums } from './position-sums.ts'
import { verifyGames } from './verify-games.ts'

/** The number of issues of one kind listed individually; the rest are counted. */
const TOLD = 20

/** Called with the number of games that were read, and of all games. */
export type OnGame = (done: number, total: number) => void

/** Everything wrong with a database, which is sound where nothing is an error; reads all of it. */
export async function* verifyDatabase(database: Database, onGame?: OnGame): AsyncGenerator<Issue> {
  const counts = new Map<string, number>()
  for await (const found of findIssues(database, onGame)) {
    const count = (counts.get(found.id) ?? 0) + 1
    counts.set(found.id, count)
    if (count <= TOLD) yield found
  }
  for (const [id, count] of counts) {
    if (count > TOLD) yield issue('database/more', 'error', { count: count - TOLD, id })
  }
}

async function* findIssues(database: Database, onGame: OnGame | undefined): AsyncGenerator<Issue> {
  try {
    yield* verifyTables(database)
    const [row] = await database.catalogue.rows('SELECT coalesce(max(first_game + entries), 0) AS games FROM sources')
    const sums = new PositionSums(Number(row!['games']) + 1)
    const broken = yield* verifySegments(database, sums)
    // A damaged segment was not read completely, so the games cannot be compared with it.
    if (broken) return
    yield* verifyGames(database, sums, onGame)
    if (readManifestFile(database.folder) !== (await database.manifest())) {
      yield issue('database/manifest', 'error', {})
    }
    const left = await database.unlistedFiles()
    if (left.length > 0) yield issue('database/unlisted-files', 'warning', { count: left.length })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // DuckDB checks the checksum of each block when it is read.
    yield issue('database/catalogue', 'error', { detail: error.message })
  }
}

/** Checks the segments and sums their postings. Returns whether one is damaged. */
async function* verifySegments(database: Database, sums: PositionSums): AsyncGenerator<Issue, boolean> {
  for (const segment of GAMES.flatMap((game) => database.segmentsOf(game))) {
    try {
      let stray: number | undefined
      await verifySegment(segment, (postings) => (stray ??= sums.add(postings, segment.tombstones)))
      if (stray !== undefined) yield issue('database/stray-positions', 'error', { count: 1, first: stray })
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      yield issue('database/segment', 'error', { reason: messageOf(error) }, error.place)
      return true
    }
  }
  for (const columns of database.columnsFiles()) {
    try {
      columns.verify()
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      yield issue('database/segment', 'error', { reason: messageOf(error) }, error.place)
      return true
    }
  }
  return false
}

/** Checks that the rows of the small tables agree with each other and with the games. */
async function* verifyTables(database: Database): AsyncGenerator<Issue> {
  const { catalogue } = database
  // Everything is read, even what is not compared with anything.
  for (const table of ['meta', 'sources', 'segments', 'tombstones', 'aliases']) {
    await catalogue.rows(`SELECT * FROM ${table}`)
  }
  const counts = await catalogue.rows(
    `SELECT sources.path, sources.games, count(games.id) AS found FROM sources LEFT JOIN games ON games.source = sources.id
     GROUP BY sources.id, sources.path, sources.games HAVING count(games.id) <> sources.games`,
  )
  for (const { path, games, found } of counts) {
    yield issue('database/source-count', 'error', { path: String(path), count: Number(found), stated: Number(games) })
  }
  for (const { id } of await catalogue.rows('SELECT id FROM games WHERE source NOT IN (SELECT id FROM sources)')) {
    yield issue('database/game-source', 'error', { id: Number(id) })
  }
  for (const table of ['games', 'sources'] as const) {
    const twice = await catalogue.rows(`SELECT id FROM ${table} GROUP BY id HAVING count(*) > 1`)
    const kind = table === 'games' ? 'database/game-number' : 'database/source-number'
    if (twice.length > 0) yield issue(kind, 'error', {})
  }
  const overlapping = await catalogue.rows(
    `SELECT one.path FROM sources AS one JOIN sources AS other ON one.id <> other.id
       AND one.first_game < other.first_game + other.entries AND other.first_game < one.first_game + one.entries`,
  )
  for (const { path } of overlapping) yield issue('database/source-range', 'error', { path: String(path) })
  for (const { name } of await catalogue.rows('SELECT name FROM aliases GROUP BY name HAVING count(*) > 1')) {
    yield issue('database/alias-twice', 'error', { name: String(name) })
  }
  yield* verifyListed(database)
}

/** Checks the catalogue's data about segments. */
async function* verifyListed(database: Database): AsyncGenerator<Issue> {
  const { catalogue } = database
  const lost = await catalogue.rows(
    'SELECT DISTINCT file FROM tombstones WHERE file NOT IN (SELECT file FROM segments)',
  )
  for (const { file } of lost) yield issue('database/tombstone-file', 'error', { name: String(file) })
  const rows = await catalogue.rows('SELECT file, game, postings, positions, size FROM segments')
  for (const { file, game, postings, positions, size } of rows) {
    const header = database.headerOf(String(file))
    const isSame =
      header?.game === game &&
      header?.postings === Number(postings) &&
      header.keys === Number(positions) &&
      header.size === Number(size)
    if (!isSame) yield issue('database/segment-row', 'error', { name: String(file) })
  }
}
