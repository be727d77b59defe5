/** A menu of the empty boards to explore. */
import { USUAL_SIZE } from '../../../../src/model/record.ts'
import { boardOf, type ExploredBoard } from '../../state/explorer/explored-board.ts'
import { record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

interface BoardMenuProps {
  boards: readonly ExploredBoard[]
  /** Shows a board, by its name. */
  choose: (name: string) => void
}

export function BoardMenu({ boards, choose }: BoardMenuProps) {
  const heading = <h1 class="spoken">{words.explorer}</h1>
  if (!record.value || boards.length < 2) return heading
  return (
    <div class="facts board-choice">
      {heading}
      <label>
        {words.board}{' '}
        <select value={boardOf(record.value).name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {boards.map((board) => (
            <option key={board.name} value={board.name}>
              {nameOf(board, boards)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** The game, with the size if the game has several. */
function nameOf({ game, size = USUAL_SIZE[game] }: ExploredBoard, boards: readonly ExploredBoard[]): string {
  const isOnlyOne = boards.filter((board) => board.game === game).length === 1
  return isOnlyOne ? words[game] : `${words[game]} ${size.columns} × ${size.rows}`
}
