/** Converts rows of the table of games to games found. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Game } from '../../model/record.ts'
import { byColour, openingOf, type FoundGame, type FoundPlayer } from '../../query/found-game.ts'
import { isWhiteFirst } from '../../query/query.ts'
import { hasTables } from '../collections/tables.ts'
import type { Database } from '../database.ts'
import { plainRow } from '../catalogue/plain-row.ts'

/** The columns needed by `foundGame`. */
export const FOUND_COLUMNS = `id, game, player1, player2, rating1, rating2, title, event, site, round, date, result, plies,
  coalesce(opening, found_opening) AS opening, coalesce(opening_name, found_opening_name) AS opening_name`

const TAGS = `(
  SELECT list(text ORDER BY text) FROM labelled_games JOIN labels USING (key)
  WHERE labelled_games.id = games.id AND labels.kind = 'tag'
) AS tags`

/** The columns needed by `foundGame`, with the tags of the game. */
export async function taggedColumns({ catalogue }: Database): Promise<string> {
  return (await hasTables(catalogue)) ? `${FOUND_COLUMNS}, ${TAGS}` : FOUND_COLUMNS
}

interface ListedRow extends Omit<FoundGame, 'white' | 'black' | 'winner' | 'opening'> {
  player1?: string
  player2?: string
  rating1?: number
  rating2?: number
  opening?: string
  openingName?: string
}

/** A game of a row with the columns FOUND_COLUMNS. */
export function foundGame(row: Readonly<Record<string, DuckDBValue>>): FoundGame {
  const listed = plainRow(row) as ListedRow
  const { id, game, player1, player2, rating1, rating2, result, plies, opening, openingName, ...facts } = listed
  const winner = winnerOf(game, result)
  return {
    id,
    game,
    ...byColour(game, playerOf(player1, rating1), playerOf(player2, rating2)),
    ...facts,
    result,
    ...(winner && { winner }),
    plies,
    ...openingOf(opening, openingName),
  }
}

function playerOf(name: string | undefined, rating: number | undefined): FoundPlayer | undefined {
  if (name === undefined && rating === undefined) return undefined
  return { ...(name !== undefined && { name }), ...(rating !== undefined && { rating }) }
}

const WINNERS: Readonly<Record<string, 'first' | 'second'>> = { '1-0': 'first', '0-1': 'second' }

function winnerOf(game: Game, result: string): 'white' | 'black' | undefined {
  const winner = WINNERS[result]
  return winner && ((winner === 'first') === isWhiteFirst(game) ? 'white' : 'black')
}
