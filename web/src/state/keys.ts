/** The keys of the board, in one table. */
import { goBack, goForward, goToEnd, goToNextLine, goToPreviousLine, goToStart, isFlipped } from './replay.ts'

export function flip(): void {
  isFlipped.value = !isFlipped.value
}

const KEYS: Readonly<Record<string, () => void>> = {
  ArrowRight: goForward,
  ArrowLeft: goBack,
  ArrowDown: goToNextLine,
  ArrowUp: goToPreviousLine,
  Home: goToStart,
  End: goToEnd,
  f: flip,
}

/** Elements that use keys for themselves. */
const OWN_KEYS = 'input, textarea, select, [role=listbox], dialog'

/** Acts on a key pressed anywhere but where keys mean something else. */
export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
  const act = KEYS[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
