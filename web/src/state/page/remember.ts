/** Stores the user's choices. It is not an error if the browser does not allow that. */

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
    // The choice lasts until the page is closed.
  }
}
