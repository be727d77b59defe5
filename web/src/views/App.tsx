/** The page: a bar, and either the welcome or the panes of the open files. */
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { arrangement } from '../state/files/arrangement.ts'
import { closeDialog, openDialog } from '../state/page/dialogs.ts'
import { keptRecord, onBeforeUnload } from '../state/editing/editing.ts'
import { asIncoming, fromDrop } from '../state/files/incoming.ts'
import { filesInWorker } from '../state/files/game-source.ts'
import { count, entry, files, source } from '../state/files/library.ts'
import { lastOpened, locked, openFiles, openText } from '../state/files/opening.ts'
import { isComing, isSomethingNamed } from '../state/page/coming.ts'
import { isEmbedded } from '../state/page/embedded.ts'
import { onKey } from '../state/page/keys.ts'
import { chosenWidth } from '../state/list/width.ts'
import { isAddressAsked, publishedView } from '../state/database/published.ts'
import { route } from '../state/page/route.ts'
import { words } from '../words/index.ts'
import { Bar } from './shell/Bar.tsx'
import { BoardPane } from './board/BoardPane.tsx'
import { Later } from './shell/Later.tsx'
import { Notices } from './shell/Notices.tsx'
import { parts } from './shell/served.ts'
import { Side } from './Side.tsx'
import { UnsavedDialog } from './shell/UnsavedDialog.tsx'
import { Welcome } from './shell/Welcome.tsx'
import { lazily } from './shell/lazily.tsx'

const AddressDialog = lazily(async () => (await import('./shell/AddressDialog.tsx')).AddressDialog)
const DocumentPane = lazily(async () => (await import('./moves/DocumentPane.tsx')).DocumentPane)
const Drafts = lazily(async () => (await import('./database/Drafts.tsx')).Drafts)
const GameList = lazily(async () => (await import('./list/GameList.tsx')).GameList)
const Help = lazily(async () => (await import('./shell/Help.tsx')).Help)
const NewGameDialog = lazily(async () => (await import('./editing/NewGameDialog.tsx')).NewGameDialog)
const PasswordDialog = lazily(async () => (await import('./shell/PasswordDialog.tsx')).PasswordDialog)
const PasteDialog = lazily(async () => (await import('./editing/PasteDialog.tsx')).PasteDialog)
const SaveDialog = lazily(async () => (await import('./saving/SaveDialog.tsx')).SaveDialog)

export function App() {
  const dialog = openDialog.value
  // Before the page is drawn: what is pasted or dropped at once is not lost.
  useLayoutEffect(() => listen(), [])
  const shown = parts.value
  const [part, name] = route.value.path
  const isOpen = files.value.length > 0 || count.value > 0 || publishedView.value || (shown && part === 'games')
  // What the address names is being opened.
  const isAwaited = isComing.value || (part === 'files' && name !== undefined)
  return (
    <>
      {!isEmbedded && <Bar />}
      <Notices />
      {shown ? <shown.Drafts /> : publishedView.value && <Drafts />}
      {shown && shown.PAGES.has(part ?? '') ? (
        <shown.Pages />
      ) : isOpen ? (
        <Panes />
      ) : isEmbedded ? (
        !isSomethingNamed() && (
          <main>
            <h1 class="empty">{words.embedNamesNothing}</h1>
          </main>
        )
      ) : isAwaited ? null : (
        <Welcome />
      )}
      {locked.value && <PasswordDialog />}
      {isAddressAsked.value && <AddressDialog close={() => (isAddressAsked.value = false)} />}
      <UnsavedDialog />
      {shown && <shown.ImportDialog />}
      {shown && <shown.ConflictDialog />}
      {dialog === 'help' && <Help close={closeDialog} />}
      {dialog === 'new' && <NewGameDialog close={closeDialog} />}
      {dialog === 'paste' && <PasteDialog close={closeDialog} />}
      {dialog === 'save' && <SaveDialog record={keptRecord.value} close={closeDialog} />}
    </>
  )
}

function Panes() {
  // The first page may have been scrolled to its samples.
  useEffect(() => scrollTo(0, 0), [])
  const isList =
    count.value > 1 ||
    lastOpened.value?.chosen[0]?.path.endsWith('.collection.jsonl') ||
    arrangement.value.filter !== '' ||
    source.value !== filesInWorker ||
    publishedView.value !== undefined
  const width = chosenWidth.value
  return (
    <main
      class={`panes${isList ? ' with-list' : ''}${isList && width !== undefined ? ' divided' : ''}`}
      {...(width !== undefined && { style: { '--list-width': `${width}px` } })}
    >
      {entry.value?.record ? (
        <>
          <BoardPane />
          <Later meanwhile={<section class="side" />}>
            <Side />
          </Later>
        </>
      ) : entry.value?.document ? (
        <DocumentPane document={entry.value.document} />
      ) : (
        <h1 class="empty">{entry.value ? words.notAGame : words.opening}</h1>
      )}
      {isList && (
        <Later>
          <GameList />
        </Later>
      )}
    </main>
  )
}

/** Milliseconds without an event after which dragged files have left the page. */
const STILL_OVER = 500

/** Handles keys, dropped files and pasted text anywhere on the page. */
function listen(): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined
  const showDropping = (isDropping: boolean) => document.body.classList.toggle('dropping', isDropping)
  const allowDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!event.dataTransfer?.types.includes('Files')) return
    showDropping(true)
    clearTimeout(leaving)
    // Browsers repeatedly report that something is over the page, but not that it has left.
    leaving = setTimeout(() => showDropping(false), STILL_OVER)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    showDropping(false)
    if (event.dataTransfer) void fromDrop(event.dataTransfer).then(openFiles)
  }
  const paste = ({ target, clipboardData }: ClipboardEvent) => {
    if (target instanceof Element && target.closest('textarea, input')) return
    const pasted = [...(clipboardData?.files ?? [])]
    if (pasted.length > 0) void openFiles(asIncoming(pasted))
    else void openText(clipboardData?.getData('text/plain') ?? '')
  }
  addEventListener('beforeunload', onBeforeUnload)
  document.addEventListener('keydown', onKey)
  document.addEventListener('dragover', allowDrop)
  document.addEventListener('drop', drop)
  document.addEventListener('paste', paste)
  return () => {
    removeEventListener('beforeunload', onBeforeUnload)
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('dragover', allowDrop)
    document.removeEventListener('drop', drop)
    document.removeEventListener('paste', paste)
  }
}
