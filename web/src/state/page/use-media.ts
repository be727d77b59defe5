/** What the window is like, for views that differ by it. */
import { useEffect, useState } from 'preact/hooks'

/** Whether the window meets a media query, followed as it changes. */
export function useMedia(query: string): boolean {
  const [meets, setMeets] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => setMeets(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return meets
}
