/**
 * What this thread has not finished: what has to be cleaned up when the program ends before it is. Whoever can outlive
 * the thread listens, and cleans up what is left of it.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

/** A temporary file, or with a key a change of a folder that holds the lock of that key. */
export interface Unfinished {
  /** Absolute. */
  path: string
  key?: string
}

/** Something that was begun, or is finished. */
export interface UnfinishedChange extends Unfinished {
  isUnfinished: boolean
}

const unfinished = new Map<string, Unfinished>()
let listener: ((change: UnfinishedChange) => void) | undefined

/** Calls a listener for each change from now on, before the file is made and after it is renamed or gone. */
export function listenToUnfinished(listen: (change: UnfinishedChange) => void): void {
  listener = listen
}

/** Notes a temporary file before it is made, or a change before its lock is taken. */
export function addUnfinished(path: string, key?: string): void {
  noteUnfinished({ path: resolve(path), ...(key !== undefined && { key }), isUnfinished: true })
}

/** Forgets what is finished or gone. */
export function forgetUnfinished(path: string, key?: string): void {
  noteUnfinished({ path: resolve(path), ...(key !== undefined && { key }), isUnfinished: false })
}

/** Takes over a change, also one of another thread. */
export function noteUnfinished(change: UnfinishedChange): void {
  const { path, key, isUnfinished } = change
  const id = JSON.stringify([path, key])
  if (isUnfinished) unfinished.set(id, key === undefined ? { path } : { path, key })
  else unfinished.delete(id)
  listener?.(change)
}

/** Cleans up what is left unfinished: temporary files go, changes of folders are undone. */
export async function removeUnfinished(): Promise<void> {
  for (const [id, { path, key }] of unfinished) {
    unfinished.delete(id)
    if (key === undefined) rmSync(path, { force: true })
    else (await import('./undo.ts')).clearInterrupted(path, key)
  }
}
