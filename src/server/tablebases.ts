/** An endgame tablebase beside the database: the server asks it, so that pages need no other host. */
import type { Context } from 'hono'
import { FormatError } from '../issues/errors.ts'
import { chess, type ChessPosition } from '../rules/chess/index.ts'
import { describeTablebaseAnswer, type DescribedTablebaseAnswer, type Tablebase } from '../tablebases/index.ts'
import { readQuery, RequestError } from './request.ts'

/** What is said of a position that the tablebase does not have. */
const UNKNOWN: DescribedTablebaseAnswer = { category: 'unknown', moves: [] }

/** How a position of chess ends. */
export async function answerTablebase(context: Context, tablebase: Tablebase | undefined): Promise<Response> {
  if (!tablebase) throw new RequestError('request/no-tablebase', {}, 'address', 404)
  const { position: asked } = readQuery({ ...context.req.query(), game: 'chess' })
  const position = (asked?.position ?? chess.start()) as ChessPosition
  const found = await explained(() => tablebase.lookUp(position, context.req.raw.signal))
  const known = found ? describeTablebaseAnswer(position, found) : UNKNOWN
  return context.json({ fen: chess.format(position), ...known })
}

/** A tablebase that does not respond is not the fault of the request. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new RequestError(error.code, error.params as never, 'server', 502)
  }
}
