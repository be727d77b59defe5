/** Names that are likely spellings of one player. */
import type { Alias } from './aliases.ts'
import type { Database } from '../database.ts'

/** A name that is likely a spelling of a player, and why. */
export interface SuggestedAlias extends Alias {
  /** Games under the name. */
  games: number
  /**
   * `same words`: the same words in another order or punctuation. `same games`: the names share games with the same
   * moves, were active in compatible years and never played each other.
   */
  reason: 'same words' | 'same games'
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
 * same words.
 */
export async function suggestAliases(database: Database, limit = 100): Promise<SuggestedAlias[]> {
  const sameGames = await namesOfSameGames(database)
  const known = new Set(sameGames.map(({ name }) => name))
  const sameWords = await namesOfSameWords(database)
  return [...sameGames, ...sameWords.filter(({ name }) => !known.has(name))].slice(0, limit)
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
