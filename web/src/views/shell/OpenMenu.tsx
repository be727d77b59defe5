/** Opening: files at once, and a small menu with the other ways. */
import type { ComponentChildren } from 'preact'
import { attempt } from '../../state/files/library.ts'
import { asIncoming, canPickHandles, pickHandles } from '../../state/files/incoming.ts'
import { openFiles } from '../../state/files/opening.ts'
import { isAddressAsked } from '../../state/database/published.ts'
import { words } from '../../words/index.ts'

/** @param children further ways to open, below the usual ones */
export function OpenMenu({ children }: { children: ComponentChildren }) {
  return (
    <div class="open-menu">
      <FilePicker />
      <button type="button" class="more primary" popovertarget="ways-to-open" aria-label={words.moreWays}>
        ▾
      </button>
      <div id="ways-to-open" popover="auto" class="menu">
        <FolderPicker />
        <button
          type="button"
          onClick={() => {
            closeMenu()
            isAddressAsked.value = true
          }}
        >
          {words.openAddress} …
        </button>
        {children}
      </div>
    </div>
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
        onClick={(event) => {
          if (!canPickHandles()) return
          // What is opened in this way can be saved in place.
          event.preventDefault()
          void attempt(async () => openFiles(await pickHandles()))
        }}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </label>
  )
}

function FolderPicker() {
  return (
    <label class="button">
      {words.openFolder}
      <input
        type="file"
        class="hidden-input"
        ref={(input) => input?.setAttribute('webkitdirectory', '')}
        onChange={({ currentTarget }) => {
          closeMenu()
          take(currentTarget)
        }}
      />
    </label>
  )
}

function closeMenu(): void {
  document.querySelector<HTMLElement>('#ways-to-open')?.hidePopover()
}

function take(input: HTMLInputElement): void {
  const chosen = asIncoming(input.files ?? [])
  input.value = ''
  void openFiles(chosen)
}
