/** Opens a game from text. */
import { useState } from 'preact/hooks'
import { openText } from '../../state/files/opening.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

export function PasteDialog({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  return (
    <Dialog title={words.pasteText} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          close()
          void openText(text)
        }}
      >
        <textarea
          rows={12}
          aria-label={words.pasteHint}
          placeholder={words.pasteHint}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          {words.openText}
        </button>
      </form>
    </Dialog>
  )
}
