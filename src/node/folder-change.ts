/**
 * New files in a folder that appear together, replacing old ones or beside them: docs/safety.md. They are
 * written under temporary names; the commit renames them under the protection of an undo journal. One file
 * needs no journal, since a rename is one step; neither does a folder that is new, which is renamed as a whole.
 */
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isPlainPath, temporaryName, type FileBefore } from '../bytes/journal.ts'
import type { Sink } from '../bytes/sink.ts'
import { FormatError } from '../issues/errors.ts'
import {
  entryAt,
  hasRealFolders,
  makeFolders,
  openNew,
  randomPart,
  refuseIrregular,
  removeFile,
  syncFolder,
  topmostMissing,
  tryAll,
  writeFully,
} from './disk.ts'
import type { FileLock, LockOptions } from './file-lock.ts'
import { madeOf } from './made.ts'
import { publishFolder, stagingKey, stagingOf, type Staging } from './new-folder.ts'
import { beginChange, putJournal, removeJournal, rollBack, syncFolders, type PartTest } from './undo.ts'

/** Bytes buffered before they are written to disk. */
const BUFFER_SIZE = 1 << 18

/** A file being written under a temporary name. */
export class NewFile implements Sink {
  size = 0
  /** Its final name, relative to the folder of the change, separated by slashes. */
  readonly name: string
  readonly temporary: string
  /** The file on the disk, and whose it is to be; absent if it is that user's already. */
  readonly gift: { file: Stats; owner: number } | undefined
  private readonly path: string
  private readonly descriptor: number
  private buffer = new Uint8Array(BUFFER_SIZE)
  private buffered = 0
  private isOpen = true

  /**
   * @param path its final path, for errors
   * @param like the file whose permissions it has: usually the one that it replaces
   */
  constructor(name: string, temporary: string, path: string, like: Stats | undefined) {
    this.name = name
    this.path = path
    this.temporary = temporary
    this.descriptor = openNew(temporary, like)
    const file = fstatSync(this.descriptor)
    this.gift = like && like.uid !== file.uid ? { file, owner: like.uid } : undefined
  }

  append(bytes: Uint8Array): void {
    if (this.buffered + bytes.length > BUFFER_SIZE) this.flush()
    if (bytes.length > BUFFER_SIZE) {
      writeFully(this.descriptor, bytes, this.size, this.path)
    } else {
      this.buffer.set(bytes, this.buffered)
      this.buffered += bytes.length
    }
    this.size += bytes.length
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > this.size) throw new TypeError('patch outside the written bytes')
    this.flush()
    writeFully(this.descriptor, bytes, offset, this.path)
  }

  /** Completes and syncs the file; its bytes survive a power cut once this returns. */
  complete(): void {
    this.flush()
    fsyncSync(this.descriptor)
    this.close()
  }

  /** Removes the file. */
  discard(): void {
    this.close()
    removeFile(this.temporary)
  }

  private close(): void {
    if (this.isOpen) closeSync(this.descriptor)
    this.isOpen = false
    // Many files may be waiting for the commit.
    this.buffer = new Uint8Array()
  }

  private flush(): void {
    if (this.buffered === 0) return
    writeFully(this.descriptor, this.buffer.subarray(0, this.buffered), this.size - this.buffered, this.path)
    this.buffered = 0
  }
}

/** A change of a folder. It holds the lock of its key throughout. */
export class FolderChange {
  readonly folder: string
  private readonly key: string
  private readonly lock: FileLock
  private readonly staging: Staging | undefined
  private readonly begun = new Set<NewFile>()
  private readonly kept = new Map<string, NewFile>()
  private readonly removed = new Set<string>()
  /** Locks of databases within the folder that the change replaces. */
  private readonly otherLocks = new Map<string, FileLock>()

  /**
   * @param key what is changed, for its lock and its journal: see `journalName` in bytes/journal.ts
   * @param isPart which files a journal of the key may change by name
   */
  constructor(folder: string, key: string, isPart: PartTest, options?: LockOptions) {
    this.folder = resolve(folder)
    this.key = key
    const missing = topmostMissing(this.folder)
    if (missing === undefined) {
      this.lock = beginChange(this.folder, key, isPart, options)
    } else {
      this.lock = beginChange(dirname(missing), stagingKey(missing), isPart, options)
      this.staging = stagingOf(missing)
    }
  }

  /** Whether the folder is there already. */
  get isNewFolder(): boolean {
    return this.staging !== undefined
  }

  /** Also locks a database in the folder, and undoes an interrupted change of it. */
  holdDatabase(folder: string, key: string, isPart: PartTest, options?: LockOptions): void {
    const id = join(folder, key)
    if (this.isNewFolder || this.otherLocks.has(id) || !entryAt(folder)) return
    this.otherLocks.set(id, beginChange(folder, key, isPart, options))
  }

  /**
   * Begins a file. {@link keep} makes it part of the change. Throws FormatError if its name belongs to a link, folder
   * or device, or to another file of this change.
   * @param name path below the folder, separated by slashes
   * @param model a file whose permissions and owner it has if there is none that it replaces
   */
  create(name: string, model?: Stats): NewFile {
    if (!isPlainPath(name)) throw new TypeError(`a path within the folder was expected: ${name}`)
    const path = join(this.folder, name)
    if (this.kept.has(name)) throw new FormatError('file/twice', {}, { file: path })
    if (!hasRealFolders(this.folder, name)) {
      throw new FormatError('file/link', {}, { file: path })
    }
    refuseIrregular(path)
    const file = new NewFile(name, this.temporaryPath(name), path, entryAt(path) ?? model)
    this.begun.add(file)
    return file
  }

  /** Adds a written file to the change. */
  keep(file: NewFile): void {
    file.complete()
    this.kept.set(file.name, file)
  }

  /** Discards a file that was begun. */
  discard(file: NewFile): void {
    this.begun.delete(file)
    this.kept.delete(file.name)
    tryAll(() => file.discard())
  }

  /** Makes the change remove a file of the folder; returns a function that cancels this. */
  remove(name: string): () => void {
    this.removed.add(name)
    return () => this.removed.delete(name)
  }

  /** Makes everything appear under its name. Returns the paths of the new files. On failure nothing has changed. */
  commit(): string[] {
    try {
      if (this.staging) this.publish(this.staging)
      else if (this.isOneStep()) this.replaceOne()
      else this.replaceAll()
    } catch (error) {
      this.abort()
      throw error
    }
    this.giveBack()
    this.end()
    return [...this.kept.keys()].map((name) => join(this.folder, name))
  }

  /** Discards everything. Never throws, so that it does not hide the original error. */
  abort(): void {
    tryAll(
      ...[...this.begun].map((file) => () => file.discard()),
      () => this.staging && rmSync(this.staging.temporary, { recursive: true, force: true }),
    )
    this.end()
  }

  private end(): void {
    this.begun.clear()
    tryAll(...[...this.otherLocks.values()].map((lock) => () => lock.release()), () => this.lock.release())
    this.otherLocks.clear()
  }

  /**
   * Gives new files to the users whose files they replace, as far as the system lets us: it lets root alone. Only now,
   * because a journal may remove no files but those of its own user.
   */
  private giveBack(): void {
    for (const { name, gift } of this.kept.values()) {
      if (gift) tryAll(() => giveTo(join(this.folder, name), gift.file, gift.owner))
    }
  }

  private temporaryPath(name: string): string {
    if (!this.staging) return join(this.folder, temporaryName(this.key, randomPart(), 'part'))
    const { final, temporary } = this.staging
    const path = join(temporary, relative(final, this.folder), name)
    makeFolders(dirname(path))
    return path
  }

  private isOneStep(): boolean {
    if (this.removed.size > 0 || this.kept.size !== 1) return this.kept.size + this.removed.size === 0
    const [name] = this.kept.keys()
    return entryAt(dirname(join(this.folder, name!))) !== undefined
  }

  private replaceOne(): void {
    for (const { name, temporary } of this.kept.values()) {
      const path = join(this.folder, name)
      refuseIrregular(path)
      renameSync(temporary, path)
      syncFolder(dirname(path))
    }
  }

  private publish(staging: Staging): void {
    const { final, temporary } = staging
    if (this.kept.size === 0) return rmSync(temporary, { recursive: true, force: true })
    if (entryAt(final)) throw new FormatError('file/exists', {}, { file: final })
    publishFolder(staging)
  }

  private replaceAll(): void {
    const folders = this.newFolders()
    const files = [...folders, ...[...this.kept.values()].map((file) => this.before(file)), ...this.removals()]
    putJournal(this.folder, this.key, files)
    try {
      for (const { name } of folders) mkdirSync(join(this.folder, name))
      for (const file of files) if (file.was === 'kept') this.setAside(file)
      for (const { name, temporary } of this.kept.values()) renameSync(temporary, join(this.folder, name))
      syncFolders(this.folder, files)
      removeJournal(this.folder, this.key)
    } catch (error) {
      tryAll(() => rollBack(this.folder, this.key, () => true))
      throw error
    }
    const backups = files.flatMap((file) => (file.was === 'kept' ? [join(this.folder, file.backup)] : []))
    tryAll(...backups.map((backup) => () => removeFile(backup)))
  }

  private before({ name, temporary }: NewFile): FileBefore {
    const path = join(this.folder, name)
    refuseIrregular(path)
    const made = madeOf(temporary)
    return entryAt(path) ? { was: 'kept', name, backup: this.backup(), made } : { was: 'absent', name, made }
  }

  private removals(): FileBefore[] {
    return [...this.removed].map((name) => ({ was: 'kept', name, backup: this.backup() }))
  }

  private backup(): string {
    return temporaryName(this.key, randomPart(), 'old')
  }

  /**
   * Gives an old file its second name. A replaced file keeps its first name until the new file takes it, so it is
   * never missing.
   */
  private setAside({ name, backup, made }: FileBefore & { was: 'kept' }): void {
    const [path, aside] = [join(this.folder, name), join(this.folder, backup)]
    if (made === undefined || !tryLink(path, aside)) renameSync(path, aside)
  }

  /** Missing parent folders of the new files, outermost first. */
  private newFolders(): FileBefore[] {
    const missing = new Set<string>()
    for (const name of this.kept.keys()) {
      const parts = name.split('/').slice(0, -1)
      for (const index of parts.keys()) {
        const folder = parts.slice(0, index + 1).join('/')
        if (!entryAt(join(this.folder, folder))) missing.add(folder)
      }
    }
    return [...missing].sort().map((name) => ({ was: 'no-folder', name }))
  }
}

/** Gives a file to a user, unless its path leads to another file by now. */
function giveTo(path: string, file: Stats, owner: number): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { ino, dev, gid } = fstatSync(descriptor)
    if (ino === file.ino && dev === file.dev) fchownSync(descriptor, owner, gid)
  } finally {
    closeSync(descriptor)
  }
}

/** Errors of file systems without hard links. */
const WITHOUT_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function tryLink(path: string, second: string): boolean {
  try {
    linkSync(path, second)
    return true
  } catch (error) {
    if (WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
}
