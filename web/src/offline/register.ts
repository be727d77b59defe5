/** Makes the page usable offline once it has been loaded. */

/** Milliseconds after loading before the rest of the page is fetched and stored. */
const PATIENCE = 3000

/** Registers the service worker, where there is one: not in development, nor outside secure addresses. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    // A page that cannot be stored still works; private windows refuse it, for example.
    navigator.serviceWorker.register('service-worker.js').catch(() => undefined)
  }, PATIENCE)
}
