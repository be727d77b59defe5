/** Games that a pattern search found, as plain JSON. */
import { boardSize, type Game } from '../../model/record.ts'
import { describeHits } from '../../patterns/describe-hits.ts'
import type { DescribedHit } from '../../patterns/answer/describe.ts'
import type { PatternSearch } from '../../patterns/search.ts'
import type { FoundGame } from '../../query/found-game.ts'
import type { Database } from '../database.ts'
import { decodeHead } from '../schema/stored-record.ts'
import { scanLines } from './scan.ts'
import { gamesByNumber } from './search.ts'

/** A game that shows a pattern, and where. */
export interface PatternGame extends FoundGame {
  hits: DescribedHit[]
}

/** Some of the games of a search, in order of their numbers, each with its hits. */
export async function patternGames(
  database: Database,
  search: PatternSearch,
  max: number,
  offset = 0,
): Promise<PatternGame[]> {
  const { games, game, isFromIndex } = search
  const wanted = games.subarray(offset, offset + max)
  // The index does not say after how many moves the pattern stands.
  const hits = isFromIndex ? await scanLines(database, game, search, { depth: 1 }, wanted) : search.hits
  const [found, columns] = await Promise.all([
    gamesByNumber(database, [...wanted]),
    columnsOf(database, game, [...wanted]),
  ])
  const described = describeHits(search, hits, wanted, (id) => columns.get(id)!)
  return [...wanted].flatMap((id) => {
    const line = found.get(id)
    return line ? [{ ...line, hits: described.get(id)! }] : []
  })
}

/** Columns of the boards of some games, by number. */
async function columnsOf({ catalogue }: Database, game: Game, ids: readonly number[]): Promise<Map<number, number>> {
  const columns = new Map<number, number>()
  for await (const rows of catalogue.inBatches('head', Uint32Array.from(ids))) {
    for (const { id, head } of rows) {
      columns.set(Number(id), boardSize(decodeHead(String(head))).columns)
    }
  }
  for (const id of ids) if (!columns.has(id)) columns.set(id, boardSize({ game }).columns)
  return columns
}
