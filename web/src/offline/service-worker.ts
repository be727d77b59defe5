/**
 * Keeps the page for use without a network. The build puts the list of the
 * page's files in place of `KEPT_FILES` (vite.config.ts), so that a new version
 * of the page makes a new worker with a store of its own. Pages that are open
 * keep their files until the last of them closes.
 */

import type { WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

/** The files of the page and what tells their versions apart. */
declare const KEPT_FILES: { version: string; names: readonly string[] }

const { version, names } = KEPT_FILES
const scope = self.registration.scope
/** Several copies of the page on one host have stores of their own. */
const prefix = `ludograph ${scope} `
const addresses = new Set(names.map((name) => new URL(name, scope).href))

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
})

async function keepAll(): Promise<void> {
  const store = await caches.open(prefix + version)
  // The start page has no version in its name: the host is asked, not the browser's own store.
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

/** The start page as the host has it now, so that a reload shows a new version; the kept one without a network. */
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
