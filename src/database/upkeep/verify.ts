/** Checks a database against itself: checksums, counts, and the index against the games. */
import { FormatError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { GAMES } from '../../model/record.ts'
import type { Database } from '../database.ts'

/** Everything wrong with a database; reads all of the position index. */
export async function* verifyDatabase(database: Database): AsyncGenerator<Issue> {
  const { catalogue } = database
  const wrongCounts = await catalogue.rows(
    `SELECT sources.path, sources.games, count(games.id) AS found FROM sources LEFT JOIN games ON games.source = sources.id
     GROUP BY ALL HAVING count(games.id) <> sources.games`,
  )
  for (const { path, games, found } of wrongCounts) {
    const params = { path: String(path), count: Number(found), stated: Number(games) }
    yield issue('database/source-count', 'error', params)
  }
  const [twice] = await catalogue.rows('SELECT count(*) - count(DISTINCT id) AS count FROM games')
  if (Number(twice!['count']) > 0) {
    yield issue('database/game-number', 'error', {})
  }
  for (const game of GAMES) {
    let indexed = 0
    for (const segment of database.segmentsOf(game)) {
      indexed += segment.games
      try {
        await segment.verify()
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        yield issue('database/segment', 'error', { reason: messageOf(error) }, error.place)
      }
    }
    const [row] = await catalogue.rows('SELECT count(*) AS games FROM games WHERE game = $1', [game])
    const games = Number(row!['games'])
    // A game whose start position makes no sense has no positions to index.
    if (indexed > games || indexed < games - (await unindexable(database, game))) {
      yield issue('database/index-count', 'error', { indexed, game, count: games })
    }
  }
}

/** Games with a set-up start, the only ones that may lack positions. */
async function unindexable({ catalogue }: Database, game: string): Promise<number> {
  const [row] = await catalogue.rows('SELECT count(*) AS count FROM games WHERE game = $1 AND setup IS NOT NULL', [
    game,
  ])
  return Number(row!['count'])
}
