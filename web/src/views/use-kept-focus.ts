/** The focus of those who use the keyboard, in panes that come and go and whose buttons do. */
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What has the focus when a pane that had it is gone. */
const HOME = '.tab-row [aria-selected=true]'

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * For an element with `tabIndex={-1}`: it takes the focus that was lost with the button that opened it or with one of its
 * own, and the chosen tab gets it when the element goes. @param takesFocus not for what appears by itself
 */
export function useKeptFocus({ takesFocus = true } = {}) {
  const pane = useRef<HTMLElement>(null)
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
      if (element.contains(document.activeElement)) document.querySelector<HTMLElement>(HOME)?.focus()
    }
  }, [])
  // After each drawing.
  useLayoutEffect(() => {
    if (isHeld.current && isLost()) pane.current?.focus({ preventScroll: true })
  })
  return pane
}
