/** What is drawn a frame later: the board comes first, and no task of the page is long. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Draws its children once the rest of the page has been drawn, and until then what keeps their place. */
export function Later({ meanwhile, children }: { meanwhile?: ComponentChildren; children: ComponentChildren }) {
  const [isDue, setIsDue] = useState(false)
  // Effects run after the browser has painted.
  useEffect(() => setIsDue(true), [])
  return <>{isDue ? children : meanwhile}</>
}
