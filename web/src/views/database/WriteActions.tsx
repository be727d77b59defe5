/** The actions for changing a writable database. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { database } from '../../state/database/server.ts'
import {
  canSave,
  importFiles,
  imports,
  isImporting,
  isSaving,
  mergeImported,
  saveInDatabase,
} from '../../state/database/changes.ts'
import { countOf, fill, words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

const isAsked = signal(false)

/** Saves an edited game in its place. */
export function SaveInDatabase() {
  if (!database.value?.writable || !canSave.value) return null
  return (
    <button type="button" class="primary" disabled={isSaving.value} onClick={() => void saveInDatabase()}>
      {words.saveInDatabase}
    </button>
  )
}

export function ImportAction() {
  if (!database.value?.writable) return null
  return (
    <button type="button" onClick={() => (isAsked.value = true)}>
      {words.importFiles}
    </button>
  )
}

export function ImportDialog() {
  if (!isAsked.value) return null
  return (
    <Dialog title={words.importFiles} close={() => (isAsked.value = false)}>
      <div
        class="import"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          // Otherwise the page would open the files.
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
        <div role="status">
          <ul>
            {imports.value.map(({ name, sent, games, failure, duplicates = 0, merged }, index) => (
              <li key={index}>
                {failure !== undefined ? (
                  <>
                    {fill(words.importFailed, { name })} <small>{failure}</small>
                  </>
                ) : games !== undefined ? (
                  <>
                    {fill(words.imported, { name, games: countOf('gamesHere', games) })}
                    {merged !== undefined ? (
                      <p>{countOf('duplicatesRemoved', merged)}</p>
                    ) : (
                      duplicates > 0 && <Duplicates count={duplicates} merge={() => mergeImported(index)} />
                    )}
                  </>
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
      </div>
    </Dialog>
  )
}

/** Says that games were there already, and merges them when told. */
function Duplicates({ count, merge }: { count: number; merge: () => Promise<void> }) {
  const [isMerging, setIsMerging] = useState(false)
  return (
    <p>
      {countOf('duplicatesFound', count)}{' '}
      <button
        type="button"
        disabled={isMerging}
        title={words.mergeHint}
        onClick={() => {
          setIsMerging(true)
          void merge().finally(() => setIsMerging(false))
        }}
      >
        {words.mergeDuplicates}
      </button>
    </p>
  )
}
