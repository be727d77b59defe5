/** Rebuilds the position index from the games in the catalogue if a segment is damaged or missing. */
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { Database } from '../database.ts'
import { GAME_OF_ROW, gameOfRow } from '../schema/game-row.ts'
import { IndexBuilder } from '../index/index-builder.ts'
import { writeSegments, type NewSegment } from '../index/segment-job.ts'
import { RowColumns } from '../columns/row-columns.ts'
import { gameRow } from '../schema/game-columns.ts'
import { ChunkMemory, RowPacker } from '../schema/row-chunk.ts'
import { explainWriteError, tidyUp } from '../catalogue/write-error.ts'

/** Games whose columns are in memory at a time; a segment is made of these, as in an import. */
const GAMES_TOGETHER = 200_000

/** Numbers of games indexed and of their postings. */
export interface RebuildReport {
  games: number
  postings: number
}

/**
 * Rebuilds the position index of a database, whatever state its segments are
 * in. The old segments are deleted once the new ones are listed. @param onGame called for every game indexed with their
 * number so far and that of all
 */
export async function rebuildIndex(
  folder: string,
  onGame: (done: number, total: number) => void = () => {},
): Promise<RebuildReport> {
  const database = await Database.open(folder, { withoutIndex: true })
  const report: RebuildReport = { games: 0, postings: 0 }
  try {
    const { catalogue } = database
    const ranges = await catalogue.rows('SELECT first_game, entries FROM sources WHERE variations')
    const spans = ranges.map((row) => [Number(row['first_game']), Number(row['entries'])] as const)
    const index = new IndexBuilder(folder)
    let columns = new RowColumns()
    const memory = new ChunkMemory()
    const kernel = makeChessKernel()
    const packer = new RowPacker(
      (chunk) => columns.add(chunk),
      () => memory,
    )
    const segments: NewSegment[] = []
    const write = async (): Promise<void> => {
      packer.finish()
      segments.push(...(await writeSegments(folder, { positions: index.finish(), columns: columns.finish() })))
      columns = new RowColumns()
    }
    const games = await catalogue.gameNumbers()
    await catalogue.withFewResources(async () => {
      for await (const rows of catalogue.inBatches(GAME_OF_ROW, games)) {
        for (const row of rows) {
          const game = gameOfRow(row, kernel)
          const hasVariations = spans.some(([first, count]) => game.id >= first && game.id < first + count)
          packer.add(gameRow(game))
          index.add(game.record, game.id, hasVariations, game.line)
          report.games++
          onGame(report.games, games.length)
          if (report.games % GAMES_TOGETHER === 0) await write()
        }
      }
      await write()
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
