/** Asks what becomes of changes to a game that was saved elsewhere in the meantime. */
import { reloadGame, saveAsNewGame } from '../../state/database/changes.ts'
import { conflict } from '../../state/database/revisions.ts'
import { database } from '../../state/database/server.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

export function ConflictDialog() {
  const found = conflict.value
  if (!found) return null
  return (
    <Dialog title={words.conflictTitle} close={() => (conflict.value = undefined)}>
      <p>{database.value?.writable ? words.conflictQuestion : words.conflictReadOnly}</p>
      <div class="edit-bar">
        {database.value?.writable && (
          <button type="button" class="primary" onClick={() => void saveAsNewGame(found)}>
            {words.keepBoth}
          </button>
        )}
        <button type="button" onClick={() => void reloadGame(found)}>
          {words.loadOther}
        </button>
      </div>
    </Dialog>
  )
}
