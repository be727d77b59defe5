/**
 * The undo journal on the disk: written before a change, removed to make it final, rolled back by the next change after
 * an interruption. docs/safety.md describes the protocol.
 */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import {
  FOLDER_KEY,
  isChangedByName,
  isTemporaryName,
  journalName,
  keyOfUnfinished,
  readJournal,
  temporaryName,
  writeJournal,
  type FileBefore,
} from '../bytes/journal.ts'
import { FormatError } from '../issues/errors.ts'
import {
  commonAccess,
  entryAt,
  hasRealFolders,
  isRegularFile,
  isSameFile,
  randomPart,
  removeFile,
  syncFolder,
  tryAll,
  writeFully,
  writeSynced,
} from './disk.ts'
import { lockFile, removeStaleLocks, whileFree, type FileLock, type LockOptions } from './file-lock.ts'
import { unfinishedAbove } from './folder-journals.ts'
import { isMade } from './made.ts'

/** Whether a file, by its name, is a part of the database that is about to change. */
export type PartTest = (name: string) => boolean

/**
 * Begins a change: takes the lock, undoes an interrupted change of the same files or of a folder above, and removes its
 * temporary files. Throws FormatError while another program holds the lock, and for a journal that is damaged or names
 * foreign files.
 */
export function beginChange(folder: string, key: string, isPart: PartTest, options?: LockOptions): FileLock {
  const lock = lockFile(folder, key, options)
  try {
    for (const top of unfinishedAbove(folder)) {
      if (key === FOLDER_KEY && isSameFile(top, folder)) continue
      beginChange(top, FOLDER_KEY, () => false, options).release()
    }
    rollBack(folder, key, isPart)
    sweep(folder, key)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Writes the journal of a change, so that it is complete and survives a power cut before anything changes. */
export function putJournal(folder: string, key: string, files: readonly FileBefore[]): void {
  const path = join(folder, journalName(key))
  if (entryAt(path)) throw new FormatError('file/exists', {}, { file: path })
  const temporary = join(folder, temporaryName(key, randomPart(), 'part'))
  try {
    // It has bytes of the files that are patched.
    const patched = files.flatMap((file) => (file.was === 'patched' ? (entryAt(join(folder, file.name)) ?? []) : []))
    writeSynced(temporary, writeJournal(files), commonAccess(patched))
    renameSync(temporary, path)
  } catch (error) {
    tryRemove(temporary)
    throw error
  }
  syncFolder(folder)
}

/** Makes a change final. */
export function removeJournal(folder: string, key: string): void {
  rmSync(join(folder, journalName(key)))
  syncFolder(folder)
}

/**
 * Undoes the change of the existing journal, if any. Returns whether there was one. Call it while holding the lock of
 * the key.
 */
export function rollBack(folder: string, key: string, isPart: PartTest): boolean {
  const path = join(folder, journalName(key))
  const entry = entryAt(path)
  if (!entry) return false
  const refuse = (code: 'file/journal-foreign' | 'file/journal-outdated', name: string): never => {
    throw new FormatError(code, { name }, { file: path })
  }
  if (!entry.isFile()) throw new FormatError('file/not-regular', {}, { file: path })
  const files = readJournal(new Uint8Array(readFileSync(path)), path, key)
  // Everything is checked before anything is touched.
  for (const file of files) {
    if (isChangedByName(file) && !isPart(file.name)) refuse('file/journal-foreign', file.name)
    if (!hasRealFolders(folder, file.name)) refuse('file/journal-foreign', file.name)
    const target = join(folder, file.name)
    const paths = file.was === 'kept' ? [target, join(folder, file.backup)] : [target]
    if (file.was !== 'no-folder' && paths.some((each) => entryAt(each) && !isRegularFile(each))) {
      refuse('file/journal-foreign', file.name)
    }
    if (!isAsMade(folder, file, entry)) refuse('file/journal-outdated', file.name)
  }
  for (const file of files.toReversed()) restore(folder, file)
  syncFolders(folder, files)
  removeJournal(folder, key)
  return true
}

/** Syncs every folder in which a change has files. */
export function syncFolders(folder: string, files: readonly FileBefore[]): void {
  const folders = new Set(files.map(({ name }) => join(folder, name, '..')))
  for (const each of folders) if (entryAt(each)) syncFolder(each)
}

/** Whether a file is still the one made by the change, so that it may be removed. */
function isAsMade(folder: string, file: FileBefore, journal: Stats): boolean {
  const entry = entryAt(join(folder, file.name))
  if (file.was === 'patched') return entry !== undefined
  if (file.was === 'no-folder') return true
  if (!entry) return true
  if (file.was === 'kept') {
    const backup = entryAt(join(folder, file.backup))
    // Already restored, or not yet replaced.
    if (!backup || isSameFile(join(folder, file.name), join(folder, file.backup))) return true
  }
  return file.made === undefined ? file.was === 'absent' : isMade(entry, file.made, journal)
}

function restore(folder: string, file: FileBefore): void {
  const path = join(folder, file.name)
  switch (file.was) {
    case 'absent':
      return removeFile(path)
    case 'no-folder':
      return tryRemove(path, rmdirSync)
    case 'kept':
      return restoreKept(path, join(folder, file.backup))
    case 'patched':
      break
  }
  const descriptor = openSync(path, 'r+')
  try {
    for (const { offset, bytes } of file.ranges) writeFully(descriptor, bytes, offset, path)
    ftruncateSync(descriptor, file.size)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function restoreKept(path: string, backup: string): void {
  if (!entryAt(backup)) return
  // Renaming one name of a file to another name of it does nothing.
  if (isSameFile(path, backup)) removeFile(backup)
  else renameSync(backup, path)
}

/**
 * Removes temporary files, folders and backups left by a dead writer of the same key, and locks left by any. Call it
 * while holding the lock of the key.
 */
function sweep(folder: string, key: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOurs = entry.isDirectory() ? isTemporaryName(key, entry.name, 'part') : isTemporaryName(key, entry.name)
    if (isOurs && !entry.isSymbolicLink()) rmSync(join(folder, entry.name), { recursive: true, force: true })
  }
  removeAbandoned(folder)
  removeStaleLocks(folder)
}

/** Removes new files and folders that other programs did not finish, if nobody holds the locks of their keys. */
function removeAbandoned(folder: string): void {
  const keys = new Set(readdirSync(folder).flatMap((name) => keyOfUnfinished(name) ?? []))
  for (const key of keys) {
    whileFree(folder, key, () => {
      for (const name of readdirSync(folder)) {
        if (isTemporaryName(key, name, 'part')) rmSync(join(folder, name), { recursive: true, force: true })
      }
    })
  }
}

/** Undoes and cleans up what a thread of this program was doing when it was terminated. Never throws. */
export function clearInterrupted(folder: string, key: string): void {
  // Its journal, if there is one, was written under the lock by this very program.
  tryAll(() => beginChange(folder, key, () => true, { patience: 0 }).release())
}

/** Removes a file, ignoring errors. */
export function tryRemove(path: string, remove: (path: string) => void = removeFile): void {
  try {
    remove(path)
  } catch {
    // The next change of the same files removes it.
  }
}
