/** New folders that appear complete: filled under a temporary name, then renamed. See docs/safety.md. */
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { temporaryName } from '../bytes/journal.ts'
import { entryAt, keepAccess, makeFolders, randomPart, syncFolder, topmostMissing, tryAll } from './disk.ts'
import type { FileLock, LockOptions } from './file-lock.ts'
import { beginChange } from './undo.ts'

/** A folder that is filled under a temporary name. */
export interface Staging {
  /** The topmost folder that is new, and its temporary name. */
  final: string
  temporary: string
}

/** The key of the change that makes a folder, of its parent. */
export function stagingKey(folder: string): string {
  return `${basename(folder)}.folder`
}

/** A temporary name for a folder that is to be made. */
export function stagingOf(final: string): Staging {
  return { final, temporary: join(dirname(final), temporaryName(stagingKey(final), randomPart(), 'part')) }
}

/** Renames the folder to its final name. Its files are already synced. An empty folder with that name is replaced. */
export function publishFolder({ final, temporary }: Staging): void {
  for (const entry of readdirSync(temporary, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name))
  }
  syncFolder(temporary)
  keepFolderAccess(temporary, final)
  // Elsewhere this is a part of renaming.
  if (process.platform === 'win32' && entryAt(final)) rmdirSync(final)
  renameSync(temporary, final)
  syncFolder(dirname(final))
}

/** A folder that takes the place of an empty one is as private as that one, and belongs to the same user if possible. */
function keepFolderAccess(temporary: string, final: string): void {
  const old = entryAt(final)
  if (!old?.isDirectory() || process.platform === 'win32') return
  const descriptor = openSync(temporary, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    keepAccess(descriptor, old)
    const { uid, gid } = fstatSync(descriptor)
    if (uid !== old.uid) tryAll(() => fchownSync(descriptor, old.uid, gid))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * A new folder whose files something else writes, such as a database engine. It holds the lock of its name until it is
 * done.
 */
export class NewFolder {
  /** Where its files are to be written. */
  readonly path: string
  private readonly staging: Staging
  private readonly lock: FileLock

  /** @param folder one that is empty or does not exist */
  constructor(folder: string, options?: LockOptions) {
    const wanted = entryAt(folder) ? realpathSync(folder) : resolve(folder)
    const final = topmostMissing(wanted) ?? wanted
    this.lock = beginChange(dirname(final), stagingKey(final), () => false, options)
    this.staging = stagingOf(final)
    this.path = join(this.staging.temporary, relative(final, wanted))
    try {
      makeFolders(this.path)
    } catch (error) {
      this.abort()
      throw error
    }
  }

  /** Makes the folder appear with all its files. On failure nothing has changed. */
  commit(): void {
    try {
      for (const entry of readdirSync(this.path, { withFileTypes: true, recursive: true })) {
        if (entry.isFile()) syncFile(join(entry.parentPath, entry.name))
      }
      publishFolder(this.staging)
    } finally {
      this.abort()
    }
  }

  /** Discards everything that has not been committed. Never throws. */
  abort(): void {
    tryAll(
      () => rmSync(this.staging.temporary, { recursive: true, force: true }),
      () => this.lock.release(),
    )
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
