/** The bar at the top: what is open, and the actions. If it is narrow, the less frequent actions are in a menu. */
import { openDialog, openSave } from '../../state/page/dialogs.ts'
import { mayLoseChanges, record } from '../../state/editing/editing.ts'
import { closeFiles, files } from '../../state/files/library.ts'
import { goToView } from '../../state/page/route.ts'
import { useMedia } from '../../state/page/use-media.ts'
import { words } from '../../words/index.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { OpenMenu } from './OpenMenu.tsx'
import { parts } from './served.ts'

/** Widths of the window below which the bar is narrow: larger if it has the parts of a database. */
const NARROW = '(max-width: 48rem)'
const NARROW_WITH_PARTS = '(max-width: 86rem)'

export function Bar() {
  const shown = parts.value
  const isNarrow = useMedia(shown ? NARROW_WITH_PARTS : NARROW)
  return (
    <header class={isNarrow ? 'bar folded' : 'bar'}>
      <button class="brand" type="button" onClick={() => void closeUnlessChanged()}>
        Ludograph
      </button>
      {shown && <shown.Navigation />}
      {shown && <shown.SaveInDatabase />}
      <OpenMenu>{isNarrow && shown && <shown.ImportAction />}</OpenMenu>
      {!isNarrow && shown && <shown.ImportAction />}
      <button type="button" class="bar-menu" popovertarget="acts" aria-label={words.menu} title={words.menu}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
      <Acts />
    </header>
  )
}

/** In a row of the bar, or in a popover, depending on the style sheet. */
function Acts() {
  return (
    <div
      id="acts"
      class="actions"
      popover="auto"
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest('button')) currentTarget.hidePopover()
      }}
    >
      <button type="button" onClick={() => (openDialog.value = 'new')}>
        {words.newGame}
      </button>
      <button type="button" onClick={() => (openDialog.value = 'paste')}>
        {words.pasteText}
      </button>
      {(record.value ?? files.value.length > 0) && (
        <button type="button" onClick={openSave}>
          {words.save}
        </button>
      )}
      <button
        type="button"
        class="help"
        aria-label={words.help}
        title={words.help}
        onClick={() => (openDialog.value = 'help')}
      >
        <span aria-hidden="true">?</span>
        <span class="in-menu">{words.help}</span>
      </button>
      <LanguageMenu />
    </div>
  )
}

async function closeUnlessChanged(): Promise<void> {
  if (!(await mayLoseChanges())) return
  if (parts.value) goToView(['games'], {})
  else closeFiles()
}
