/** Repertoires over HTTP: trees in the body of a request, compared with the games of the database. */
import type { Context } from 'hono'
import { MemoryFileSet, MemorySource } from '../bytes/source.ts'
import type { Database } from '../database/database.ts'
import type { Colour } from '../model/move.ts'
import { GAMES, type Game, type GameRecord } from '../model/record.ts'
import { checkRepertoire } from '../study/check-repertoire.ts'
import { isJsonBody, orExplain, parseJsonBody, readBody, recordOfJson } from './body.ts'
import { formatOf } from './changes.ts'
import { RequestError, wholeNumber } from './request.ts'

/** Most moves of the trees in a body, each of which is looked up, and most plies of a line, each of which is written. */
const MOST_MOVES = 10_000
const MOST_PLIES = 500

const SIDES: readonly string[] = ['first', 'second']

/** Checks the trees in the body. */
export async function answerCheck(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const side = sideOf(context)
  const least = wholeNumber(parameters, 'least')
  const share = wholeNumber(parameters, 'share')
  const { game, records } = await readTrees(context)
  const check = await checkRepertoire(database, game, records, {
    ...(side && { colour: side }),
    ...(least !== undefined && { leastGames: least }),
    ...(share !== undefined && { leastShare: share / 100 }),
  })
  return context.json(check)
}

/** The side of the repertoire, if the parameters name it. */
export function sideOf(context: Context): Colour | undefined {
  const { side } = context.req.query()
  if (side === undefined) return undefined
  if (!SIDES.includes(side)) throw new RequestError('request/list', { names: SIDES.join(', ') }, 'side')
  return side === 'first' ? 1 : 2
}

/** The trees of one kind of game in the body of a request. */
export async function readTrees(context: Context): Promise<{ game: Game; records: GameRecord[] }> {
  const { game: wanted } = context.req.query()
  if (wanted !== undefined && !GAMES.some((game) => game === wanted)) {
    throw new RequestError('request/list', { names: GAMES.join(', ') }, 'game')
  }
  const records = await readRecords(context)
  const game = GAMES.find((kind) => kind === (wanted ?? records[0]?.game))
  const trees = records.filter((record) => record.game === game)
  if (game === undefined || trees.length === 0) throw new RequestError('request/no-trees', {}, 'body')
  refuseLargeTrees(trees)
  return { game, records: trees }
}

/** Refuses trees that would keep the server busy for long. */
function refuseLargeTrees(trees: readonly GameRecord[]): void {
  const count = trees.reduce((sum, { nodes }) => sum + nodes.length - 1, 0)
  if (count > MOST_MOVES) throw new RequestError('request/large-trees', { count, most: MOST_MOVES }, 'body', 413)
  for (const { nodes } of trees) {
    const depths = new Uint32Array(nodes.length)
    for (let index = 1; index < nodes.length; index++) {
      depths[index] = depths[nodes[index]!.parent]! + 1
      if (depths[index]! > MOST_PLIES) throw new RequestError('request/deep-trees', { most: MOST_PLIES }, 'body', 413)
    }
  }
}

async function readRecords(context: Context): Promise<GameRecord[]> {
  const bytes = await readBody(context)
  if (isJsonBody(context)) return [(await recordOfJson(parseJsonBody(bytes))).record]
  const source = new MemorySource('body', bytes)
  const format = formatOf(context, source)
  const collection = await orExplain(async () => await format.open!(new MemoryFileSet(source), {}))
  return [...collection.entries()].flatMap(({ record }) => record ?? [])
}
