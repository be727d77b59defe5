/** The choice of the empty board on which a published database is explored. */
import { publishedBoard } from '../../state/database/published.ts'
import { boardsOf } from '../../state/explorer/explored-board.ts'
import { BoardMenu } from './BoardMenu.tsx'

export function PublishedChoice() {
  const shown = publishedBoard.value
  return shown ? <BoardMenu boards={shown.kinds.flatMap(boardsOf)} choose={shown.choose} /> : null
}
