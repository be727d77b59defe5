/** Names that are likely spellings of one player. */
import type { Alias } from '../collections/aliases.ts'
import type { Database } from '../database.ts'

/** A name that is likely a spelling of a player, and why. */
export interface SuggestedAlias extends Alias {
  /** Games under the name. */
  games: number
  /**
   * `same words`: the same words in another order or punctuation. `same games`: the names share games with the same
   * moves, were active in compatible years and never played each other. `team before`: the name begins with a team, as
   * in 上海胡荣华, and goes on with the name of the player.
   */
  reason: 'same words' | 'same games' | 'team before'
  /** For `same games`: how many games the names share. */
  shared?: number
}

/**
 * The number of plies from which games with the same moves are the same game, and how many such games two names must
 * share.
 */
const MIN_PLIES = 40
const MIN_SHARED = 2

/** The number of copies above which a game is no evidence about its players. */
const MAX_COPIES = 20

/**
 * Suggested aliases for the spelling with the most games: first those that share the most games, then those with the
 * same words, then those that begin with a team.
 */
export async function suggestAliases(database: Database, limit = 100): Promise<SuggestedAlias[]> {
  const sameGames = await namesOfSameGames(database)
  const known = new Set(sameGames.map(({ name }) => name))
  const sameWords = await namesOfSameWords(database)
  const found = [...sameGames, ...sameWords.filter(({ name }) => !known.has(name))]
  const pairs = new Set(found.flatMap(({ name, player }) => [`${name}\n${player}`, `${player}\n${name}`]))
  const withTeams = await namesWithTeams(database)
  return [...found, ...withTeams.filter(({ name, player }) => !pairs.has(`${name}\n${player}`))].slice(0, limit)
}

async function namesOfSameWords({ catalogue }: Database): Promise<SuggestedAlias[]> {
  const rows = await catalogue.rows(
    `WITH named AS (SELECT name, sum(games)::UINTEGER AS games, ${wordsOf('name')} AS words FROM players GROUP BY name),
     groups AS (
       SELECT words, max_by(name, games) AS player FROM named WHERE len(words) > 1 GROUP BY words HAVING count(*) > 1)
     SELECT name, player, games, 'same words' AS reason FROM named JOIN groups USING (words) WHERE name <> player
     ORDER BY games DESC, name`,
  )
  return rows as unknown as SuggestedAlias[]
}

/**
 * Chinese names written after a team, of two characters or more, where the rest is a player too. Names of two
 * characters may be the end of one with a surname of two, so their team must stand before another player as well.
 */
async function namesWithTeams({ catalogue }: Database): Promise<SuggestedAlias[]> {
  const rows = await catalogue.rows(
    `WITH named AS (SELECT name, sum(games)::UINTEGER AS games FROM players GROUP BY name),
     plain AS (SELECT name, games, regexp_replace(name, '[\\s·•\\-—（）()]', '', 'g') AS bare FROM named),
     han AS MATERIALIZED (SELECT * FROM plain WHERE regexp_full_match(bare, '\\p{Han}{2,16}')),
     endings AS (
       SELECT name, games, unnest([2, 3, 4]) AS size, bare FROM han WHERE length(bare) >= 4),
     pairs AS (
       SELECT endings.name, han.name AS player, endings.games, size, left(endings.bare, length(endings.bare) - size) AS team
       FROM endings JOIN han ON han.bare = right(endings.bare, size) AND length(han.bare) = size
       WHERE length(endings.bare) - size >= 2),
     teams AS (SELECT team FROM pairs GROUP BY team HAVING count(DISTINCT player) >= 2)
     SELECT name, arg_max(player, size) AS player, any_value(games) AS games, 'team before' AS reason
     FROM pairs WHERE (size >= 3 OR team IN (SELECT team FROM teams)) AND NOT EXISTS (
       SELECT 1 FROM appearances WHERE appearances.name = pairs.name AND appearances.opponent = pairs.player)
     GROUP BY name ORDER BY games DESC, name`,
  )
  return rows as unknown as SuggestedAlias[]
}

/** The words of a name, without case, accents and order. */
function wordsOf(name: string): string {
  return `list_sort(list_filter(string_split_regex(strip_accents(lower(${name})), '[^\\p{L}\\p{N}]+'), word -> word <> ''))`
}

async function namesOfSameGames({ catalogue }: Database): Promise<SuggestedAlias[]> {
  const rows = await catalogue.rows(
    `WITH keys AS MATERIALIZED (
       SELECT id, hash(game, coalesce(setup, ''), moves) AS key FROM games WHERE plies >= ${MIN_PLIES}),
     copies AS (SELECT key FROM keys GROUP BY key HAVING count(*) BETWEEN 2 AND ${MAX_COPIES}),
     several AS MATERIALIZED (
       SELECT key, games.id, year, coalesce(one.player, player1) AS first, coalesce(other.player, player2) AS second
       FROM keys JOIN copies USING (key) JOIN games ON games.id = keys.id
         LEFT JOIN aliases AS one ON one.name = player1 LEFT JOIN aliases AS other ON other.name = player2),
     twins AS MATERIALIZED (
       SELECT a.key, a.first AS first1, b.first AS first2, a.second AS second1, b.second AS second2
       FROM several AS a JOIN several AS b ON a.key = b.key AND a.id <> b.id
       WHERE a.year = b.year OR a.year IS NULL OR b.year IS NULL),
     pairs AS (
       SELECT name, player, count(DISTINCT key)::UINTEGER AS shared
       FROM (SELECT key, first1 AS name, first2 AS player FROM twins UNION ALL SELECT key, second1, second2 FROM twins)
       WHERE name <> player GROUP BY name, player HAVING count(DISTINCT key) >= ${MIN_SHARED}),
     played AS (SELECT name, sum(games)::UINTEGER AS games FROM players WHERE name IN (SELECT name FROM pairs) GROUP BY name),
     apart AS (
       SELECT pairs.name, pairs.player, shared, mine.games
       FROM pairs JOIN played AS mine ON mine.name = pairs.name JOIN played AS other ON other.name = pairs.player
       WHERE (mine.games, pairs.name) < (other.games, pairs.player) AND NOT EXISTS (
         SELECT 1 FROM appearances WHERE appearances.name = pairs.name AND appearances.opponent = pairs.player))
     SELECT name, arg_max(player, shared) AS player, any_value(games) AS games, 'same games' AS reason, max(shared) AS shared
     FROM apart GROUP BY name ORDER BY shared DESC, name`,
  )
  return rows as unknown as SuggestedAlias[]
}
