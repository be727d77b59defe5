/** What the page remembers of its user's choices. A browser that keeps nothing for the page is not an error. */

export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(`ludograph.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`ludograph.${name}`, value)
  } catch {
    // The choice holds until the page is closed.
  }
}
