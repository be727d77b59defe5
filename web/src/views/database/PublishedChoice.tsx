/** The choice of the empty board on which a published database is explored. */
import { publishedView } from '../../state/database/published.ts'
import { boardsOf } from '../../state/explorer/explored-board.ts'
import { BoardMenu } from './BoardMenu.tsx'

export function PublishedChoice() {
  const shown = publishedView.value
  return shown ? <BoardMenu boards={shown.kinds.flatMap(boardsOf)} choose={shown.chooseBoard} /> : null
}
