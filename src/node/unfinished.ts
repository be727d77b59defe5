/**
 * The temporary files of this thread: what has to go when the program ends before they are finished. Whoever can
 * outlive the thread listens, and removes what is left of it.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

/** A file that came to be temporary, or no longer is. */
export interface UnfinishedChange {
  /** Absolute. */
  path: string
  isUnfinished: boolean
}

const unfinished = new Set<string>()
let listener: ((change: UnfinishedChange) => void) | undefined

/** Calls a listener for each change from now on, before the file is made and after it is renamed or gone. */
export function listenToUnfinished(listen: (change: UnfinishedChange) => void): void {
  listener = listen
}

/** Notes a temporary file, before it is made. */
export function addUnfinished(path: string): void {
  noteUnfinished({ path: resolve(path), isUnfinished: true })
}

/** Forgets a temporary file that is finished or gone. */
export function forgetUnfinished(path: string): void {
  noteUnfinished({ path: resolve(path), isUnfinished: false })
}

/** Takes over a change, also one of another thread. */
export function noteUnfinished(change: UnfinishedChange): void {
  if (change.isUnfinished) unfinished.add(change.path)
  else unfinished.delete(change.path)
  listener?.(change)
}

/** Deletes what is left unfinished. */
export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true })
  unfinished.clear()
}
