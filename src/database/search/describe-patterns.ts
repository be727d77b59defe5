/** Games that a pattern search found, as plain JSON. */
import type { Game } from '../../model/record.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import { labelOf } from '../../patterns/continuations.ts'
import { describeHit, type DescribedHit } from '../../patterns/describe.ts'
import type { Hits } from '../../patterns/hits.ts'
import type { PatternSearch } from '../../patterns/search.ts'
import type { FoundGame } from '../../query/found-game.ts'
import type { Database } from '../database.ts'
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
  const { games, game, pattern, tree, counter, isFromIndex } = search
  const wanted = games.subarray(offset, offset + max)
  // The index does not say after how many moves the pattern stands.
  const hits = isFromIndex ? await scanLines(database, game, search, { depth: 1 }, wanted) : search.hits
  const rows = rowsOf(hits, new Set(wanted))
  const labels = new Map(tree.next.map(({ move }, index) => [move, labelOf(index)]))
  const [found, columns] = await Promise.all([
    gamesByNumber(database, [...wanted]),
    columnsOf(database, game, [...wanted]),
  ])
  return [...wanted].flatMap((id) => {
    const line = found.get(id)
    if (!line) return []
    const described = (rows.get(id) ?? []).map((row) => {
      const label = labels.get(counter.firstMove(hits, hits.depth, row))
      return describeHit(pattern, hits, row, columns.get(id)!, label)
    })
    return [{ ...line, hits: described.toSorted((one, other) => one.ply - other.ply) }]
  })
}

/** The rows of the hits of some games. */
function rowsOf(hits: Hits, wanted: ReadonlySet<number>): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (let row = 0; row < hits.count; row++) {
    const id = hits.games[row]!
    if (!wanted.has(id)) continue
    const own = rows.get(id)
    if (own) own.push(row)
    else rows.set(id, [row])
  }
  return rows
}

/** Columns of the boards of some games, by number. */
async function columnsOf({ catalogue }: Database, game: Game, ids: readonly number[]): Promise<Map<number, number>> {
  const columns = new Map<number, number>()
  for await (const rows of catalogue.inBatches('head', Uint32Array.from(ids))) {
    for (const { id, head } of rows) {
      columns.set(Number(id), boardSize(JSON.parse(String(head)) as GameRecord).columns)
    }
  }
  for (const id of ids) if (!columns.has(id)) columns.set(id, boardSize({ game }).columns)
  return columns
}
