/** The empty boards of an explorer, each with a name for the address: `chess`, `go`, `go-13`. */
import { boardSize, GAMES, USUAL_SIZE, type Game, type GameRecord } from '../../../../src/model/record.ts'
import { SIDES } from '../editing/new-game.ts'

export interface ExploredBoard {
  name: string
  game: Game
  /** Columns and rows; absent on a board of the standard size. */
  size?: { columns: number; rows: number }
}

/** The boards on which a game is explored, the standard one first. */
export function boardsOf(game: Game): readonly ExploredBoard[] {
  const sides = SIDES[game] ?? []
  const others = sides.filter((side) => side !== USUAL_SIZE[game].columns)
  return [
    { name: game, game },
    ...others.map((side) => ({ name: `${game}-${side}`, game, size: { columns: side, rows: side } })),
  ]
}

/** The board with a name; undefined if there is none. */
export function boardNamed(name: string | undefined): ExploredBoard | undefined {
  return GAMES.flatMap(boardsOf).find((board) => board.name === name)
}

/** The board that an explored record is on. */
export function boardOf(record: GameRecord): ExploredBoard {
  const { columns } = boardSize(record)
  const boards = boardsOf(record.game)
  return boards.find(({ size }) => size?.columns === columns) ?? boards[0]!
}
