/** Shapes in a database published as static files: looked up or scanned here, over ranges of its files. */
import { FormatError } from '../../../../src/issues/index.ts'
import { boardSize, type Game, type GameRecord } from '../../../../src/model/record.ts'
import { describeHits } from '../../../../src/patterns/describe-hits.ts'
import { describePatternSearch } from '../../../../src/patterns/describe-search.ts'
import { parsePattern } from '../../../../src/patterns/question/parse-pattern.ts'
import {
  markGames,
  searchedBytes,
  scanSegments,
  searchPublished,
  type PatternSearch,
} from '../../../../src/patterns/search.ts'
import type { PublishedGame } from '../../../../src/positions/published/published-games.ts'
import type { PublishedPositions } from '../../../../src/positions/published/published.ts'
import { byColour } from '../../../../src/query/found-game.ts'
import { PublishedSource } from '../database/published-games.ts'
import { inWords } from '../database/published.ts'
import type { ShapeGame, ShapeQuestion, ShapeSource } from './shape-source.ts'

/**
 * @param database address of the published database
 * @param show opens a game by its place in the list of the newest, at a node
 */
export function publishedShapes(
  database: string,
  positions: PublishedPositions,
  show: (game: Game, place: number, node: number) => void,
): ShapeSource {
  let last: { key: string; search: PatternSearch } | undefined
  const conditionsOf = ({ game, pattern }: ShapeQuestion) => ({ pattern: parsePattern(game, pattern) })

  async function recordAt(game: Game, place: number): Promise<GameRecord> {
    const entry = await new PublishedSource(database, game, positions.gamesOf(game)!, 'newest').entry(place)
    if (!entry.record) throw new FormatError('published/damaged', {}, { file: database, record: place })
    return entry.record
  }

  /** The first games of a search, in the order of their numbers in the position index. */
  async function gamesOf(search: PatternSearch, max: number): Promise<ShapeGame[]> {
    const { game, pattern, isFromIndex } = search
    const list = positions.gamesOf(game)
    if (!list || !pattern) return []
    const wanted = search.games.subarray(0, max)
    const known = await Promise.all(
      Array.from(wanted, async (number) => {
        const place = await list.placeOf(number)
        if (place === undefined) return []
        const [[row], record] = await Promise.all([list.rows('newest', place, place + 1), recordAt(game, place)])
        return row ? [{ number, row, columns: boardSize(record).columns }] : []
      }),
    )
    const found = known.flat()
    const columns = new Map(found.map((one) => [one.number, one.columns]))
    // The index does not say after how many moves a shape stands.
    const hits = isFromIndex
      ? await scanSegments(positions.segmentsOf(game), game, { pattern }, { depth: 1, marks: markGames(wanted) })
      : search.hits
    const described = describeHits(search, hits, [...columns.keys()], (number) => columns.get(number)!)
    return found.map(({ number, row }) => ({ ...lineOf(game, row), hits: described.get(number)! }))
  }

  return {
    bytesFor: (question) => searchedBytes(positions.segmentsOf(question.game), conditionsOf(question)),
    async search(question, signal, onPart) {
      const key = `${question.game} ${question.pattern}`
      const conditions = conditionsOf(question)
      return await inWords(async () => {
        if (last?.key !== key) {
          const search = await searchPublished(positions, conditions, {
            signal,
            onPart: (part, share) => onPart({ ...describePatternSearch(part), found: [] }, share),
          })
          last = { key, search }
        }
        const { search } = last
        return { ...describePatternSearch(search), found: await gamesOf(search, question.max) }
      })
    },
    record: async ({ game, id }) => await recordAt(game, id),
    show: ({ game, id }, node) => show(game, id, node),
  }
}

function lineOf(game: Game, row: PublishedGame): Omit<ShapeGame, 'hits'> {
  const { place, first, second, date, result } = row
  const named = (name: string | undefined) => (name === undefined ? undefined : { name })
  return {
    id: place,
    game,
    ...byColour(game, named(first), named(second)),
    ...(date !== undefined && { date }),
    result,
  }
}
