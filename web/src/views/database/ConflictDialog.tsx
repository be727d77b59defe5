/** Asks what becomes of changes to a game that was saved elsewhere in the meantime. */
import { conflict, reloadGame, saveAsNewGame } from '../../state/database/changes.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../Dialog.tsx'

export function ConflictDialog() {
  const found = conflict.value
  if (!found) return null
  return (
    <Dialog title={words.conflictTitle} close={() => (conflict.value = undefined)}>
      <p>{words.conflictQuestion}</p>
      <div class="edit-bar">
        <button type="button" class="primary" onClick={() => void saveAsNewGame(found)}>
          {words.keepBoth}
        </button>
        <button type="button" onClick={() => void reloadGame(found)}>
          {words.loadOther}
        </button>
      </div>
    </Dialog>
  )
}
