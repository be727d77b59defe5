/** A query that an assistant has written: it ends after some time, with so much memory, with an answer that can be read. */
import { jsonValue } from '../database/catalogue/json-value.ts'
import type { Database } from '../database/database.ts'
import { parseExact } from '../formats/json.ts'
import { describeError } from '../issues/describe.ts'
import { ArgumentError } from './tool.ts'

const MOST_SECONDS = 30
const MOST_MEGABYTES = 512
/** Characters of all rows together. */
const MOST_TEXT = 1_000_000
/** Bytes of texts that DuckDB hands out at once, of which there may be more than are wanted. */
const MOST_AT_ONCE = 64_000_000

/** What an assistant is told of the limits. */
export const LIMITS_TEXT = `A query has ${MOST_SECONDS} seconds and ${MOST_MEGABYTES} MB of memory, an answer ${MOST_TEXT / 1e6} MB.`

/** Milliseconds between two looks at the memory. */
const PAUSE = 50

/** The first rows of a query. Throws ArgumentError where it fails, exceeds a limit, or nobody waits for it. */
export async function limitedRows(
  { catalogue }: Database,
  query: string,
  max: number,
  signal?: AbortSignal,
  mostSeconds = MOST_SECONDS,
): Promise<object[]> {
  const exceeded = new AbortController()
  const stop = (limit: string) => exceeded.abort(new ArgumentError(`the query was stopped: it took more than ${limit}`))
  const most = process.memoryUsage.rss() + MOST_MEGABYTES * 1e6
  const timers = [
    setTimeout(() => stop(`${mostSeconds} seconds`), mostSeconds * 1000),
    setInterval(() => {
      if (process.memoryUsage.rss() > most) stop(`${MOST_MEGABYTES} MB of memory`)
    }, PAUSE),
  ]
  try {
    const rows: object[] = []
    let size = 0
    const limits = {
      signal: signal ? AbortSignal.any([signal, exceeded.signal]) : exceeded.signal,
      mostMemory: MOST_MEGABYTES,
      mostText: MOST_AT_ONCE,
    }
    for await (const row of catalogue.stream(query, [], limits)) {
      const text = JSON.stringify(row, jsonValue)
      size += text.length
      if (size > MOST_TEXT) throw new ArgumentError(`the answer is larger than ${MOST_TEXT / 1e6} MB; ask for less`)
      if (rows.push(parseExact(text) as object) >= max) break
    }
    return rows
  } catch (error) {
    throw error instanceof ArgumentError ? error : new ArgumentError(describeError(error))
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
