/** The view that the address names: `#/games?player=Morphy&id=12`. The same address shows the same view again. */
import { signal } from '@preact/signals'

export interface Route {
  /** The parts between the slashes: `games`, or `players` and a name. */
  path: readonly string[]
  query: Readonly<Record<string, string>>
}

export const route = signal(parseAddress(location.hash))

addEventListener('popstate', () => {
  // What follows a step back is a step of its own.
  lastStep = -Infinity
  route.value = parseAddress(location.hash)
})

/** Reads what follows `#`. A foreign address has no path. */
function parseAddress(hash: string): Route {
  if (!hash.startsWith('#/')) return { path: [], query: {} }
  const [path = '', query = ''] = hash.slice(2).split(/\?(.*)/s)
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A view as an address for a link, without empty values. */
export function addressOf(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  const text = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

/** Changes of the view within this many milliseconds are one step for `back`. */
const ONE_STEP = 800

let lastStep = -Infinity

/**
 * Shows a view.
 * @param isNew whether `back` returns to the previous view
 */
export function goToView(path: readonly string[], query: Readonly<Record<string, string | undefined>>, isNew = true) {
  const address = addressOf(path, query)
  if (address === location.hash) return
  const now = performance.now()
  if (isNew && now - lastStep > ONE_STEP) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  if (isNew) lastStep = now
  route.value = parseAddress(address)
}
