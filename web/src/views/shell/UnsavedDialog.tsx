/** Asks before changes are lost. */
import { losingQuestion } from '../../state/editing/editing.ts'
import { words } from '../../words/index.ts'
import { Dialog } from './Dialog.tsx'

export function UnsavedDialog() {
  const question = losingQuestion.value
  if (!question) return null
  return (
    <Dialog title={words.unsavedTitle} close={() => question.answer(false)}>
      <p>{words.unsavedQuestion}</p>
      <div class="edit-bar">
        <button type="button" class="primary" onClick={() => question.answer(false)}>
          {words.keepEditing}
        </button>
        <button type="button" onClick={() => question.answer(true)}>
          {words.loseChanges}
        </button>
      </div>
    </Dialog>
  )
}
