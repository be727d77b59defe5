/** The keys of the board, in one table. */
import { signal } from '@preact/signals'
import type { Word } from '../words/index.ts'
import { deleteHere, redo, undo } from './edit-actions.ts'
import { togglePlaying } from './autoplay.ts'
import { goBack, goForward, goToEnd, goToNextLine, goToPreviousLine, goToStart, isFlipped } from './replay.ts'

/** Whether the help sheet is shown. */
export const isHelpShown = signal(false)

export function flip(): void {
  isFlipped.value = !isFlipped.value
}

/** A key, the word that says what it does, and the act. */
export interface Key {
  key: string
  /** With Ctrl, or Command. */
  control?: true
  shift?: true
  word: Word
  act: () => void
}

export const KEYS: readonly Key[] = [
  { key: 'ArrowRight', word: 'forward', act: goForward },
  { key: 'ArrowLeft', word: 'back', act: goBack },
  { key: 'ArrowDown', word: 'nextLine', act: goToNextLine },
  { key: 'ArrowUp', word: 'previousLine', act: goToPreviousLine },
  { key: 'Home', word: 'first', act: goToStart },
  { key: 'End', word: 'last', act: goToEnd },
  { key: ' ', word: 'autoplay', act: togglePlaying },
  { key: 'f', word: 'flip', act: flip },
  { key: 'z', control: true, word: 'undo', act: undo },
  { key: 'z', control: true, shift: true, word: 'redo', act: redo },
  { key: 'y', control: true, word: 'redo', act: redo },
  { key: 'Delete', word: 'deleteLine', act: deleteHere },
  { key: '?', word: 'help', act: () => (isHelpShown.value = true) },
]

/** Elements that use keys for themselves. */
const OWN_KEYS = 'input, textarea, select, [role=listbox], dialog'

/** Acts on a key pressed anywhere but where keys mean something else. */
export function onKey(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
  const isControl = event.ctrlKey || event.metaKey
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  // Where a sign is on a keyboard, and whether it takes Shift, depends on the country.
  const isSign = name.length === 1 && !/[a-z0-9 ]/.test(name)
  const found = KEYS.find(
    ({ key, control = false, shift = false }) =>
      key === name && control === isControl && (isSign || shift === event.shiftKey),
  )
  if (!found) return
  event.preventDefault()
  found.act()
}
