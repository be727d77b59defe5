/** The full name of a player or event of which a part was given. */
import type { Database } from '../database/database.ts'
import { likeNames, type ListOptions } from '../database/names/entities.ts'
import { CommandError, countOf, EXIT, formatTable, paint } from './terminal.ts'

/** Names listed where several contain the text. */
const NAMES_LISTED = 20

/** The only name that contains a text. Throws CommandError with the names if there are several, or with similar ones. */
export async function onlyName<Row extends { name: string; games: number }>(
  database: Database,
  kind: 'player' | 'event',
  wanted: string,
  list: (database: Database, options: ListOptions) => Promise<Row[]>,
): Promise<string> {
  const rows = await list(database, { text: wanted, limit: NAMES_LISTED + 1 })
  if (rows.length === 1) return rows[0]!.name
  if (rows.length > 1) {
    const names = rows.slice(0, NAMES_LISTED).map(({ name, games }) => [name, paint('dim', countOf(games, 'game'))])
    const more = rows.length > NAMES_LISTED ? `\n  and more; ludograph ${kind}s lists all` : ''
    throw new CommandError(
      `several ${kind}s have "${wanted}" in their names:\n${formatTable(names, '  ')}${more}`,
      EXIT.usage,
    )
  }
  const like = await likeNames(database, `${kind}s`, wanted)
  const advice = like.length === 0 ? '' : `; did you mean ${like.map((one) => `"${one}"`).join(' or ')}?`
  throw new CommandError(`no ${kind} called "${wanted}"${advice}`, EXIT.usage)
}
