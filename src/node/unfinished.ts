/**
 * What this thread has not finished, and has to be cleaned up if the program ends early. Another thread can listen, and
 * clean up after this one.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'

/** A temporary file, or with a key a change of a folder that holds the lock of that key. */
export interface Unfinished {
  /** Absolute. */
  path: string
  key?: string
}

/** Something begun or finished. */
export interface UnfinishedChange extends Unfinished {
  isUnfinished: boolean
}

/** A program that was started, or has ended. */
export interface ChildChange {
  pid: number
  isRunning: boolean
}

/** From now on a library works for the thread that ends the program if it answers a thread that was stopped. */
export interface LibraryChange {
  isLoaded: true
}

export type Change = UnfinishedChange | ChildChange | LibraryChange

const children = new Set<number>()
const unfinished = new Map<string, Unfinished>()
let listener: ((change: Change) => void) | undefined

/** Calls a listener for each change from now on, before the file is made and after it is renamed or gone. */
export function listenToUnfinished(listen: (change: Change) => void): void {
  listener = listen
}

/** Records a temporary file before it is made, or a change before its lock is taken. */
export function addUnfinished(path: string, key?: string): void {
  noteUnfinished({ path: resolve(path), ...(key !== undefined && { key }), isUnfinished: true })
}

/** Removes what is finished or gone. */
export function forgetUnfinished(path: string, key?: string): void {
  noteUnfinished({ path: resolve(path), ...(key !== undefined && { key }), isUnfinished: false })
}

/** Records a program that this one has started, or that it has ended: it must not outlive this one. */
export function noteChild(pid: number, isRunning: boolean): void {
  noteUnfinished({ pid, isRunning })
}

/** Tells who listens that this thread must not be stopped while it waits: it has to rest first. */
export function noteLibrary(): void {
  listener?.({ isLoaded: true })
}

/** Records a change from this or another thread. */
export function noteUnfinished(change: UnfinishedChange | ChildChange): void {
  if ('pid' in change) {
    if (change.isRunning) children.add(change.pid)
    else children.delete(change.pid)
    listener?.(change)
    return
  }
  const { path, key, isUnfinished } = change
  const id = JSON.stringify([path, key])
  if (isUnfinished) unfinished.set(id, key === undefined ? { path } : { path, key })
  else unfinished.delete(id)
  listener?.(change)
}

/** Cleans up what is unfinished: ends programs, deletes temporary files and undoes changes of folders. */
export async function removeUnfinished(): Promise<void> {
  const isChanging = [...unfinished.values()].some(({ key }) => key !== undefined)
  // What undoes changes is loaded when there is one.
  removeUnfinishedNow(isChanging ? (await import('./undo.ts')).clearInterrupted : () => {})
}

/**
 * Does what {@link removeUnfinished} does before it returns.
 * @param undo undoes a change of a folder: `clearInterrupted` of `undo.ts`
 */
export function removeUnfinishedNow(undo: (folder: string, key: string) => void): void {
  for (const pid of children) endChild(pid)
  children.clear()
  for (const [id, { path, key }] of unfinished) {
    unfinished.delete(id)
    if (key === undefined) rmSync(path, { force: true })
    else undo(path, key)
  }
}

function endChild(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
