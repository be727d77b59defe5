/**
 * The first worker. It is started by a script of its own, before the page is loaded: the browser starts workers only while
 * the page's thread has nothing else to do, and the first game waits for it.
 */
export const firstWorker = startWorker()

/** Becomes true when the first worker fails before anybody listens, as it does when its script cannot be fetched. */
export const firstFailure = { isThere: false }
firstWorker.addEventListener('error', () => {
  firstFailure.isThere = true
})

// What reads the game of an address is loaded with the page rather than after it.
if (/[#&]g=/.test(location.hash)) import('../state/files/short-games.ts').catch(() => undefined)

/** Starts a worker, whose side of the conversation is in `decoder.ts`. */
export function startWorker(): Worker {
  return new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
}
