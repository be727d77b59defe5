/** The choice of the empty board to explore if no game of the database is selected. */
import { database } from '../../state/database/server.ts'
import { exploreBoard } from '../../state/database/view.ts'
import { boardsOf } from '../../state/explorer/explored-board.ts'
import { BoardMenu } from './BoardMenu.tsx'

export function BoardChoice() {
  return <BoardMenu boards={database.value?.games.flatMap(({ game }) => boardsOf(game)) ?? []} choose={exploreBoard} />
}
