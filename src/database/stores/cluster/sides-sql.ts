/** Conditions on the players of a game, on either side of the board, in the SQL that DuckDB and ClickHouse share. */
import type { Colour } from '../../../model/move.ts'
import { GAMES, type Game } from '../../../model/record.ts'
import { colourOfSide, WINS, type GameQuery, type Side } from '../../../query/query.ts'

/** Makes the condition that a column has the name of one player. */
export type IsPlayer = (column: string) => string

/** Writes a kind of game as the value of the column `game`. */
export type GameValue = (game: Game) => string

const COLOURS: readonly Colour[] = [1, 2]

/** The condition that a player has a side. */
export function sideSql(side: Side, isPlayer: IsPlayer, gameValue: GameValue): string {
  return COLOURS.map((colour) => `(${isPlayer(`player${colour}`)} AND ${gamesWhere(side, colour, gameValue)})`).join(
    ' OR ',
  )
}

/** The condition that a side has a colour: White does not move first in all games. */
function gamesWhere(side: Side, colour: Colour, gameValue: GameValue): string {
  const games = GAMES.filter((game) => colourOfSide(side, game) === colour)
  return games.length === 0 ? '1 = 0' : `game IN (${games.map((game) => gameValue(game)).join(', ')})`
}

/**
 * The player, the opponent, the side and the result of a game, from the point of view of one of its players.
 * @param playerCondition finds the spellings of a name
 */
export async function sidesSql(
  { player, opponent, colour, result }: GameQuery,
  playerCondition: (wanted: string) => Promise<IsPlayer>,
  gameValue: GameValue,
): Promise<string> {
  const isPlayer = player === undefined ? undefined : await playerCondition(player)
  const isOpponent = opponent === undefined ? undefined : await playerCondition(opponent)
  const seenBy = COLOURS.map((own) => {
    const other = own === 1 ? 2 : 1
    const conditions = [
      ...(isPlayer ? [isPlayer(`player${own}`)] : []),
      ...(isOpponent ? [isOpponent(`player${other}`)] : []),
      ...(colour ? [gamesWhere(colour, own, gameValue)] : []),
      ...(result === 'win' ? [`result = '${WINS[own]}'`] : []),
      ...(result === 'loss' ? [`result = '${WINS[other]}'`] : []),
    ]
    return `(${conditions.join(' AND ')})`
  })
  return `(${seenBy.join(' OR ')})`
}
