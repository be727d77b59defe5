/** The full name of a player or event of which a part was given. */
import type { Database } from '../../database/database.ts'
import { likeNames, type ListOptions } from '../../database/names/entities.ts'
import { foldName } from '../../query/fold.ts'
import { CommandError, countOf, EXIT, formatTable, paint } from '../show/terminal.ts'

/** Names listed where several contain the text. */
const NAMES_LISTED = 20

/** Names looked through for the one that is meant where several contain the text. */
const NAMES_COMPARED = 1000

/**
 * The only name that contains a text, or the only one that is the text but for case, accents and spaces. Throws
 * CommandError with the names if there are several, or with similar ones.
 */
export async function onlyName<Row extends { name: string; games: number }>(
  database: Database,
  kind: 'player' | 'event',
  wanted: string,
  list: (database: Database, options: ListOptions) => Promise<Row[]>,
): Promise<string> {
  const rows = await list(database, { text: wanted, limit: NAMES_COMPARED })
  const folded = foldName(wanted)
  const same = rows.filter(({ name }) => foldName(name) === folded)
  const [only, ...others] = same.length > 0 ? same : rows
  if (only && others.length === 0) return only.name
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
