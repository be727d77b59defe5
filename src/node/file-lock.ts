/**
 * A lock that one writer at a time holds, in this process or another. It is an exclusive transaction of SQLite on an
 * empty file, since Node has no file lock of its own: the kernel releases it when the process dies, and
 * it holds between containers and users who share the file system.
 */
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { FormatError } from '../issues/errors.ts'
import { entryAt } from './disk.ts'
import { addUnfinished, forgetUnfinished } from './unfinished.ts'

/** Holds a key of a folder until it is released. */
export interface FileLock {
  /** Releases the lock and removes its file. Calling it again does nothing. */
  release(): void
}

/** How long to wait for a lock, and who is told. */
export interface LockOptions {
  /** Milliseconds to wait for another writer. */
  patience?: number
  /** Told once, when there is somebody to wait for. */
  onWait?: (path: string) => void
}

const PATIENCE = 3000

/** Milliseconds between two attempts. */
const PAUSE = 50

/** The file that stands for the lock of a key. */
export function lockName(key: string): string {
  return `.${key}.lock`
}

/** Takes the lock of a key in a folder that exists. Throws FormatError when another writer keeps it. */
export function lockFile(folder: string, key: string, { patience = PATIENCE, onWait }: LockOptions = {}): FileLock {
  const path = join(folder, lockName(key))
  const end = performance.now() + patience
  addUnfinished(folder, key)
  try {
    for (let isFirst = true; ; isFirst = false) {
      const lock = tryLock(path)
      if (lock) return releasedOnce(lock, path, () => forgetUnfinished(folder, key))
      if (isFirst) onWait?.(join(folder, key))
      if (performance.now() >= end) throw isHeldByOther(folder, key)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  } catch (error) {
    forgetUnfinished(folder, key)
    throw error
  }
}

function isHeldByOther(folder: string, key: string): FormatError {
  return new FormatError('file/locked', { lock: lockName(key) }, { file: join(folder, key) })
}

/** A lock that is released once: by the second time another writer may hold one of this name. */
function releasedOnce(database: DatabaseSync, path: string, forget: () => void): FileLock {
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      // Removed while it is held: who waits for this file sees that it is no longer the one at the path.
      try {
        rmSync(path, { force: true })
      } finally {
        database.close()
        forget()
      }
    },
  }
}

/** One attempt: undefined when somebody holds the lock or has just removed its file. */
function tryLock(path: string): DatabaseSync | undefined {
  const entry = entryAt(path)
  if (entry && !entry.isFile()) throw new FormatError('file/not-regular', {}, { file: path })
  if (!entry && !createFile(path)) return undefined
  const before = identity(path)
  if (before === undefined) return undefined
  const lock = openLocked(path)
  if (!lock) return undefined
  // The last holder removed the file, and another writer may have made the next one: that one counts.
  if (identity(path) === before) return lock
  lock.close()
  return undefined
}

/** Creates the file of a lock; false when another writer did first. */
function createFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o666))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** What tells a file from every other that has had its path. Opening it here and closing it would release the lock. */
function identity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.dev} ${stats.ino} ${stats.birthtimeNs}`
}

/** SQLite's numbers for a lock that is held, here or elsewhere. */
const BUSY = 5
const CANNOT_OPEN = 14

function openLocked(path: string): DatabaseSync | undefined {
  // Commands that only read do not load SQLite.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === BUSY || errcode === CANNOT_OPEN) return undefined
    throw new FormatError('file/no-lock', { lock: path, reason: message }, { file: path })
  }
}
