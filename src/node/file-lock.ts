/**
 * A lock that one writer at a time holds, in this process or another. It is an exclusive transaction of SQLite on an
 * empty file, since Node has no file lock of its own: the kernel releases it when the process dies, and
 * it holds between containers and users who share the file system.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isLockName, lockName } from '../bytes/journal.ts'
import { FormatError } from '../issues/errors.ts'
import { entryAt, tryAll } from './disk.ts'
import { addUnfinished, forgetUnfinished } from './unfinished.ts'

/** The locks that this thread holds. */
const held = new Set<DatabaseSync>()

/** Lets go of every lock that this thread holds, as the system does when a process dies: their files stay. */
export function dropLocks(): void {
  for (const lock of held) tryAll(() => lock.close())
  held.clear()
}

/** Holds a key of a folder until it is released. */
export interface FileLock {
  /** Releases the lock and removes its file. Calling it again does nothing. */
  release(): void
}

/** How long to wait for a lock, and who is told. */
export interface LockOptions {
  /** Milliseconds to wait for another writer. */
  patience?: number
  /** Called once, if it has to wait for another writer. */
  onWait?: (path: string) => void
}

const PATIENCE = 3000

/** Milliseconds between two attempts. */
const PAUSE = 50

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
  const lock = lockName(key)
  const place = { file: join(folder, key) }
  const entry = entryAt(join(folder, lock))
  if (!entry) return new FormatError('file/locked', { lock }, place)
  const since = new Date(entry.mtimeMs).toLocaleString('sv')
  const holder = holderOf(entry)
  return holder === undefined
    ? new FormatError('file/locked-since', { lock, since }, place)
    : new FormatError('file/locked-by', { lock, since, process: holder }, place)
}

/** Where SQLite's locks of a file begin. */
const FIRST_LOCKED_BYTE = 0x40000000

/**
 * Number of the process that holds the lock of a file, where the system has a list: Linux. Nothing is opened for it,
 * since closing a file releases the locks that this process holds on it.
 */
function holderOf({ ino }: Stats): number | undefined {
  const locks = process.platform === 'linux' ? readText('/proc/locks') : ''
  for (const line of locks.split('\n')) {
    const [, kind, , access, id, file, start] = line.trim().split(/ +/)
    if (kind !== 'POSIX' || access !== 'WRITE' || !file?.endsWith(`:${ino}`)) continue
    // A process of another container has no number here.
    if (Number(start) >= FIRST_LOCKED_BYTE && Number(id) > 0) return Number(id)
  }
  return undefined
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A lock that is released once: by the second time another writer may hold one of this name. */
function releasedOnce(database: DatabaseSync, path: string, forget: () => void): FileLock {
  held.add(database)
  return {
    release() {
      if (!held.delete(database)) return
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

/** Does something while it holds the lock of a key, unless somebody else holds it, this thread included. Never throws. */
export function whileFree(folder: string, key: string, work: () => void): void {
  tryAll(() => {
    const path = join(folder, lockName(key))
    const lock = tryLock(path)
    if (!lock) return
    const taken = releasedOnce(lock, path, () => {})
    try {
      work()
    } finally {
      taken.release()
    }
  })
}

/** One attempt: undefined when somebody holds the lock or has just removed its file. */
function tryLock(path: string, { isNew = true } = {}): DatabaseSync | undefined {
  const entry = entryAt(path)
  if (entry && !entry.isFile()) throw new FormatError('file/not-regular', {}, { file: path })
  if (!entry && !(isNew && createFile(path))) return undefined
  const before = identity(path)
  if (before === undefined) return undefined
  const lock = openLocked(path)
  if (!lock) return undefined
  // The last holder removed the file, and another writer may have made the next one: that one counts.
  if (identity(path) === before) {
    if (entry) noteTime(path)
    return lock
  }
  lock.close()
  return undefined
}

/** The file was left by a program that was killed: its time says from now on since when this one holds it. */
function noteTime(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // It belongs to somebody else; the lock is held all the same.
  }
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

/** Removes the files of locks in a folder that nobody holds: what programs that were killed left there. Never throws. */
export function removeStaleLocks(folder: string): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    if (isLockName(name)) tryAll(() => removeStale(join(folder, name)))
  }
}

function removeStale(path: string): void {
  // Only one of those that a lock makes.
  if (entryAt(path)?.size !== 0) return
  const lock = tryLock(path, { isNew: false })
  if (lock) releasedOnce(lock, path, () => {}).release()
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
    // In memory, since a journal of SQLite's beside the lock would stay there when the process is killed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === BUSY || errcode === CANNOT_OPEN) return undefined
    throw new FormatError('file/no-lock', { lock: path, detail: message }, { file: path })
  }
}
