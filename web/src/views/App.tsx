/** The page: a bar, and either the welcome or the panes of the open files. */
import { useEffect, useState } from 'preact/hooks'
import { record } from '../state/editing.ts'
import { closeFiles, count, entry, failure, isBusy, openFiles, openText, refused } from '../state/library.ts'
import { onKey } from '../state/keys.ts'
import { words } from '../words/index.ts'
import { BoardPane } from './BoardPane.tsx'
import { DocumentPane } from './DocumentPane.tsx'
import { Facts } from './Facts.tsx'
import { GameList } from './GameList.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { MoveList } from './MoveList.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { Welcome } from './Welcome.tsx'

export function App() {
  const [dialog, setDialog] = useState<'paste' | 'save' | undefined>()
  useEffect(() => listen(), [])
  const isOpen = count.value > 0
  return (
    <>
      <header class="bar">
        <button class="brand" type="button" onClick={closeFiles}>
          Ludograph
        </button>
        <div class="actions">
          <FilePicker />
          <button type="button" onClick={() => setDialog('paste')}>
            {words.pasteText}
          </button>
          {record.value && (
            <button type="button" onClick={() => setDialog('save')}>
              {words.save}
            </button>
          )}
          <LanguageMenu />
        </div>
      </header>
      <Notices />
      {isOpen ? <Panes /> : <Welcome />}
      {dialog === 'paste' && <PasteDialog close={() => setDialog(undefined)} />}
      {dialog === 'save' && record.value && <SaveDialog record={record.value} close={() => setDialog(undefined)} />}
    </>
  )
}

function Panes() {
  const isList = count.value > 1
  return (
    <main class={isList ? 'panes with-list' : 'panes'}>
      {isList && <GameList />}
      {entry.value?.record ? (
        <>
          <BoardPane />
          <section class="side" aria-label={words.moves}>
            <Facts />
            <MoveList />
          </section>
        </>
      ) : entry.value?.document ? (
        <DocumentPane document={entry.value.document} />
      ) : (
        <p class="empty">{entry.value ? words.notAGame : words.opening}</p>
      )}
    </main>
  )
}

function FilePicker() {
  return (
    <label class="button primary">
      {words.openFiles}
      <input
        type="file"
        multiple
        class="hidden-input"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void openFiles(chosen)
        }}
      />
    </label>
  )
}

/** What could not be opened, and that something is on its way. */
function Notices() {
  return (
    <div class="notices" role="status">
      {isBusy.value && <p>{words.opening}</p>}
      {refused.value.length > 0 && (
        <div class="notice">
          <ul>
            {refused.value.map(({ name, reason, format, details }) => (
              <li key={name}>
                <strong>{name}</strong> {words[reason]} {format}
                {details !== undefined && <small>{details}</small>}
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => (refused.value = [])}>
            {words.dismiss}
          </button>
        </div>
      )}
      {failure.value !== undefined && (
        <div class="notice">
          <p>
            {words.failed} <small>{failure.value}</small>
          </p>
          <button type="button" onClick={() => (failure.value = undefined)}>
            {words.dismiss}
          </button>
        </div>
      )}
    </div>
  )
}

/** Takes keys, dropped files and pasted text anywhere on the page. */
function listen(): () => void {
  const allowDrop = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void openFiles([...(event.dataTransfer?.files ?? [])])
  }
  const paste = ({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof Element && target.closest('textarea, input')) return
    const pasted = [...(clipboardData?.files ?? [])]
    if (pasted.length > 0) void openFiles(pasted)
    else void openText(clipboardData?.getData('text/plain') ?? '')
  }
  document.addEventListener('keydown', onKey)
  document.addEventListener('dragover', allowDrop)
  document.addEventListener('drop', drop)
  document.addEventListener('paste', paste)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('dragover', allowDrop)
    document.removeEventListener('drop', drop)
    document.removeEventListener('paste', paste)
  }
}
