/** The focus of those who use the keyboard, in panes that come and go and whose buttons do. */
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What has the focus when a pane that had it is gone. */
const HOME = '.tab-row [aria-selected=true]'

/** The same for panes of the list of games. */
export const LIST = '.games [role=listbox]'

/** A button that has just been disabled loses the focus a moment later, without an event. */
function isLost(): boolean {
  const { activeElement: focused, body } = document
  return focused === null || focused === body || focused.matches(':disabled')
}

/**
 * For an element with `tabIndex={-1}`: it takes the focus that was lost with the button that opened it or with one of its
 * own, and the chosen tab gets it when the element goes. @param takesFocus not for what appears by itself; `home` is what
 * gets it instead of the tab
 */
export function useKeptFocus<Pane extends HTMLElement = HTMLElement>({ takesFocus = true, home = HOME } = {}) {
  const pane = useRef<Pane>(null)
  const isHeld = useRef(false)
  useLayoutEffect(() => {
    const element = pane.current!
    if (takesFocus && isLost()) element.focus({ preventScroll: true })
    isHeld.current = element.contains(document.activeElement)
    const gain = () => (isHeld.current = true)
    // Without another element that gets it, what had it has gone.
    const lose = ({ relatedTarget }: FocusEvent) => (isHeld.current = relatedTarget === null)
    element.addEventListener('focusin', gain)
    element.addEventListener('focusout', lose)
    return () => {
      if (!element.contains(document.activeElement)) return
      const goHome = () => document.querySelector<HTMLElement>(home)?.focus()
      goHome()
      // A dialog in it, which gives the focus back to its button, goes after it.
      setTimeout(() => isLost() && goHome())
    }
  }, [])
  // After each drawing.
  useLayoutEffect(() => {
    if (isHeld.current && isLost()) pane.current?.focus({ preventScroll: true })
  })
  return pane
}
