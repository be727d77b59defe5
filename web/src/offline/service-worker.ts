/**
 * Stores the page for offline use. The build replaces `KEPT_FILES` with the list of the page's files (vite.config.ts),
 * so a new version of the page makes a new worker with its own cache. Open pages keep their files until the last of
 * them is closed.
 */

import type { WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

/** The files of the page and their version. */
declare const KEPT_FILES: { version: string; names: readonly string[] }

const { version, names } = KEPT_FILES
const scope = self.registration.scope
/** Several copies of the page on one host have separate caches. */
const prefix = `ludograph ${scope} `
const addresses = new Set(names.map((name) => new URL(name, scope).href))

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
})

async function keepAll(): Promise<void> {
  const store = await caches.open(prefix + version)
  // The start page has no version in its name, so it is fetched from the host rather than the browser's cache.
  await store.addAll([...addresses, scope].map((address) => new Request(address, { cache: 'no-cache' })))
}

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers())
})

async function forgetOthers(): Promise<void> {
  const stores = await caches.keys()
  const old = stores.filter((name) => name.startsWith(prefix) && name !== prefix + version)
  await Promise.all(old.map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const [address = ''] = request.url.split(/[?#]/)
  if (request.mode === 'navigate' && address === scope) event.respondWith(newest(request))
  else if (addresses.has(address)) event.respondWith(kept(address, request))
})

/** The current start page from the host, so that a reload shows a new version; offline, the stored one. */
async function newest(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return kept(scope, request)
  }
}

async function kept(address: string, request: Request): Promise<Response> {
  const store = await caches.open(prefix + version)
  return (await store.match(address)) ?? fetch(request)
}
