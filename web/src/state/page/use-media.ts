/** Properties of the window, for views that depend on it. */
import { useEffect, useState } from 'preact/hooks'

/** Whether the window matches a media query, kept up to date. */
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
