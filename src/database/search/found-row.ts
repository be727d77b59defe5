/** Converts rows of the table of games to games found. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Game } from '../../model/record.ts'
import { byColour, openingOf, type FoundGame, type FoundPlayer } from '../../query/found-game.ts'
import { isWhiteFirst } from '../../query/query.ts'
import { plainRow } from '../catalogue/plain-row.ts'

/** The columns needed by `foundGame`. */
export const FOUND_COLUMNS = `id, game, player1, player2, rating1, rating2, title, event, site, round, date, result, plies,
  coalesce(opening, found_opening) AS opening, coalesce(opening_name, found_opening_name) AS opening_name`

/** What is known of a game found, as in the columns. */
export interface ListedRow extends Omit<FoundGame, 'white' | 'black' | 'winner' | 'opening'> {
  player1?: string
  player2?: string
  rating1?: number
  rating2?: number
  opening?: string
  openingName?: string
}

/** A game of a row with the columns FOUND_COLUMNS. */
export function foundGame(row: Readonly<Record<string, DuckDBValue>>): FoundGame {
  return foundOf(plainRow(row) as ListedRow)
}

/** A game as a line of a list. */
export function foundOf(listed: ListedRow): FoundGame {
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
