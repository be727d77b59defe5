/** The keys of the board, in one table. */
import type { Word } from '../../words/index.ts'
import { deleteHere, redo, undo } from '../editing/edit-actions.ts'
import { openDialog, save } from './dialogs.ts'
import { goToNextLine, goToPreviousLine, isFlipped } from '../replay/replay.ts'
import { toggleEngine } from '../engines/start.ts'
import { toggleWalking, walkBack, walkOn, walkToEnd, walkToStart } from '../replay/walk.ts'

export function flip(): void {
  isFlipped.value = !isFlipped.value
}

/** To the search field of the list. */
function focusSearch(): void {
  document.querySelector<HTMLElement>('.games input[type=search]')?.focus()
}

/** A key, the label that says what it does, and the action. */
export interface Key {
  key: string
  /** With Ctrl, or Command. */
  control?: true
  shift?: true
  /** Has no meaning in text fields, so it works in them too. */
  inText?: true
  word: Word
  act: () => void
}

export const KEYS: readonly Key[] = [
  { key: 'ArrowRight', word: 'forward', act: walkOn },
  { key: 'ArrowLeft', word: 'back', act: walkBack },
  { key: 'ArrowDown', word: 'nextLine', act: goToNextLine },
  { key: 'ArrowUp', word: 'previousLine', act: goToPreviousLine },
  { key: 'Home', word: 'first', act: walkToStart },
  { key: 'End', word: 'last', act: walkToEnd },
  { key: ' ', word: 'autoplay', act: toggleWalking },
  { key: 'f', word: 'flip', act: flip },
  { key: 'e', word: 'toggleEngine', act: () => void toggleEngine() },
  { key: 'z', control: true, word: 'undo', act: undo },
  { key: 'z', control: true, shift: true, word: 'redo', act: redo },
  { key: 'y', control: true, word: 'redo', act: redo },
  { key: 'Delete', word: 'deleteLine', act: deleteHere },
  { key: 's', control: true, inText: true, word: 'save', act: save },
  { key: '/', word: 'searchList', act: focusSearch },
  { key: '?', word: 'help', act: () => (openDialog.value = 'help') },
]

/** Elements that use keys themselves. The button that opens files keeps the focus, but only uses the space bar. */
const OWN_KEYS = 'input:not([type=file]), textarea, select, dialog'
const TEXTS = 'input, textarea'

/** Elements that the space bar presses. */
const PRESSED = 'button, summary, [role=button], label'

/** Handles keys, except where they have another meaning. */
export function onKey(event: KeyboardEvent): void {
  if (event.altKey || event.defaultPrevented) return
  const isControl = event.ctrlKey || event.metaKey
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  // The position of a character on the keyboard, and whether it needs Shift, depends on the country.
  const isSign = name.length === 1 && !/[a-z0-9 ]/.test(name)
  const found = KEYS.find(
    ({ key, control = false, shift = false }) =>
      key === name && control === isControl && (isSign || shift === event.shiftKey),
  )
  if (!found || isOwnKey(event, found)) return
  event.preventDefault()
  found.act()
}

/** Whether the element that has the focus uses a key for itself. */
function isOwnKey({ target }: KeyboardEvent, { key, inText }: Key): boolean {
  if (!(target instanceof Element)) return false
  if (key === ' ' && target.closest(PRESSED)) return true
  if (inText && target.closest(TEXTS) && !target.closest('dialog')) return false
  return target.closest(OWN_KEYS) !== null
}
