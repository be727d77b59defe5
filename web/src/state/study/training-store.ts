/**
 * The progress of trainings in the browser (IndexedDB), one entry for each position. Nothing in it leaves the browser.
 * Without storage, as in some private windows, progress lasts until the page is closed.
 */
import type { Progress } from '../../../../src/repertoire/progress.ts'
import type { CardProgress } from '../../../../src/repertoire/schedule.ts'

const NAME = 'ludograph-training'
const STORE = 'cards'

let opening: Promise<IDBDatabase | undefined> | undefined

function openStore(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
      request.addEventListener('success', () => {
        const { result } = request
        // A newer version of the page must be able to change the storage while this one is open.
        result.addEventListener('versionchange', () => result.close())
        resolve(result)
      })
      request.addEventListener('error', () => resolve(undefined))
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

/** Progress of this page, for where there is no storage. */
const kept = new Map<string, CardProgress>()

/** What is known of all positions. */
export async function readProgress(): Promise<Progress> {
  const store = await openStore()
  if (!store) return new Map(kept)
  return await new Promise<Progress>((resolve) => {
    try {
      const progress = new Map<string, CardProgress>()
      const request = store.transaction(STORE).objectStore(STORE).openCursor()
      request.addEventListener('success', () => {
        const { result } = request
        if (!result) return resolve(progress)
        if (typeof result.key === 'string') progress.set(result.key, result.value as CardProgress)
        result.continue()
      })
      request.addEventListener('error', () => resolve(new Map(kept)))
    } catch {
      resolve(new Map(kept))
    }
  })
}

/** Keeps the progress of some positions. */
export async function writeProgress(progress: Progress): Promise<void> {
  for (const [id, card] of progress) kept.set(id, card)
  const store = await openStore()
  if (!store) return
  await new Promise<void>((resolve) => {
    try {
      const transaction = store.transaction(STORE, 'readwrite')
      for (const [id, card] of progress) transaction.objectStore(STORE).put(card, id)
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => resolve())
    } catch {
      resolve()
    }
  })
}
