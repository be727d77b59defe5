/** What can be changed in a database that the server lets be written to. */
import { useState } from 'preact/hooks'
import { database } from '../../state/database.ts'
import { canSave, importFiles, imports, isImporting, isSaving, saveInDatabase } from '../../state/database-changes.ts'
import { countOf, fill, words } from '../../words/index.ts'
import { Dialog } from '../Dialog.tsx'

export function WriteActions() {
  const [isOpen, setOpen] = useState(false)
  if (!database.value?.writable) return null
  return (
    <div class="write-actions">
      {canSave.value && (
        <button type="button" class="primary" disabled={isSaving.value} onClick={() => void saveInDatabase()}>
          {words.saveInDatabase}
        </button>
      )}
      <button type="button" onClick={() => setOpen(true)}>
        {words.importFiles}
      </button>
      {isOpen && <ImportDialog close={() => setOpen(false)} />}
    </div>
  )
}

function ImportDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words.importFiles} close={close}>
      <div
        class="import"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          // The page would open the files.
          event.stopPropagation()
          void importFiles([...(event.dataTransfer?.files ?? [])])
        }}
      >
        <p>{words.importHint}</p>
        <label class={isImporting.value ? 'button' : 'button primary'}>
          {words.chooseFiles}
          <input
            type="file"
            multiple
            class="hidden-input"
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])]
              currentTarget.value = ''
              void importFiles(chosen)
            }}
          />
        </label>
        <ul role="status">
          {imports.value.map(({ name, sent, games, failure }, index) => (
            <li key={index}>
              {failure !== undefined ? (
                <>
                  {fill(words.importFailed, { name })} <small>{failure}</small>
                </>
              ) : games !== undefined ? (
                fill(words.imported, { name, games: countOf('gamesHere', games) })
              ) : (
                <>
                  {fill(words.importing, { name })}{' '}
                  {/* What has been sent is still to be read, and nobody says how long that takes. */}
                  <progress aria-label={name} {...(sent < 1 && { value: sent })} />
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
