/** The line that is tried on the board: it becomes part of the game only when it is kept. */
import { dropTried, keepTried } from '../../state/editing/edit-actions.ts'
import { tried } from '../../state/editing/editing.ts'
import { words } from '../../words/index.ts'

export function TriedLine() {
  if (!tried.value) return null
  return (
    <div class="tried" role="status">
      <span>{words.triedLine}</span>
      <button type="button" class="primary" onClick={keepTried}>
        {words.keepLine}
      </button>
      <button type="button" onClick={dropTried}>
        {words.dropLine}
      </button>
    </div>
  )
}
