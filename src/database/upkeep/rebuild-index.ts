/** Rebuilds the position index from the games in the catalogue if a segment is damaged or missing. */
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { Database, type OpenOptions } from '../database.ts'
import { GAMES_TOGETHER, IndexedGames, spansWithVariations } from '../index/indexed-games.ts'
import type { NewSegment } from '../index/segment-job.ts'
import { GAME_OF_ROW, gameOfRow } from '../schema/game-row.ts'
import { explainWriteError, tidyUp } from '../catalogue/write-error.ts'

/** Numbers of games indexed and of their postings. */
export interface RebuildReport {
  games: number
  postings: number
}

/**
 * Rebuilds the position index of a database, whatever state its segments are
 * in. The old segments are deleted once the new ones are listed. @param onGame called for every game indexed with their
 * number so far and that of all @param migration of a database of an older version
 */
export async function rebuildIndex(
  folder: string,
  onGame: (done: number, total: number) => void = () => {},
  migration: Pick<OpenOptions, 'migrate' | 'onMigrate'> = {},
): Promise<RebuildReport> {
  const database = await Database.open(folder, { ...migration, withoutIndex: true })
  const report: RebuildReport = { games: 0, postings: 0 }
  try {
    const { catalogue } = database
    const indexed = new IndexedGames(folder, await spansWithVariations(catalogue))
    const kernel = makeChessKernel()
    const segments: NewSegment[] = []
    const games = await catalogue.gameNumbers()
    await catalogue.withFewResources(async () => {
      for await (const rows of catalogue.inBatches(GAME_OF_ROW, games)) {
        for (const row of rows) {
          indexed.add(gameOfRow(row, kernel))
          report.games++
          onGame(report.games, games.length)
          if (report.games % GAMES_TOGETHER === 0) segments.push(...(await indexed.write()))
        }
      }
      segments.push(...(await indexed.write()))
    })
    await database.change(async () => {
      await catalogue.rows('DELETE FROM segments')
      await catalogue.rows('DELETE FROM tombstones')
      await database.listSegments(segments)
    })
    await tidyUp(() => database.compact())
    report.postings = segments.reduce((sum, { header }) => sum + header.postings - header.corners, 0)
    return report
  } catch (error) {
    throw explainWriteError(error, folder)
  } finally {
    database.close()
  }
}
