/** Changes to the files of a database where they lie, with an undo journal: docs/safety.md. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readdirSync, readSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FileEdit, PlannedChange } from '../bytes/edit.ts'
import { temporaryName, type FileBefore } from '../bytes/journal.ts'
import {
  commonAccess,
  entryAt,
  openNew,
  randomPart,
  refuseIrregular,
  removeFile,
  syncFolder,
  tryAll,
  writeFully,
  type Access,
} from './disk.ts'
import type { FileLock, LockOptions } from './file-lock.ts'
import { beginChange, putJournal, removeJournal, rollBack, type PartTest } from './undo.ts'

/** A change of files in one folder. It holds the lock of the database until it is closed. */
export class DiskFileEdit implements FileEdit {
  private readonly folder: string
  private readonly key: string
  private readonly isPart: PartTest
  private readonly lock: FileLock
  private readonly open = new Map<string, number>()
  private backups: string[] = []
  /** What may be done with files that are new: what may be done with those that are changed. */
  private access: Access | undefined

  /**
   * Takes the lock and undoes a change that was cut short, so that what is read from now on is what will be changed.
   * @param key name of the database, without extension
   */
  constructor(folder: string, key: string, isPart: PartTest, options?: LockOptions) {
    this.folder = folder
    this.key = key
    this.isPart = isPart
    this.lock = beginChange(folder, key, isPart, options)
  }

  begin(plan: readonly PlannedChange[]): void {
    const files = plan.flatMap((change) => this.before(change))
    this.access = commonAccess(
      files.flatMap((file) => (file.was === 'patched' ? entryAt(join(this.folder, file.name))! : [])),
    )
    putJournal(this.folder, this.key, files)
    const removed = files.filter((file) => file.was === 'kept')
    for (const { name, backup } of removed) renameSync(join(this.folder, name), join(this.folder, backup))
    this.backups = removed.map(({ backup }) => join(this.folder, backup))
    if (removed.length > 0) syncFolder(this.folder)
  }

  size(name: string): number {
    return entryAt(this.path(name))?.size ?? 0
  }

  write(name: string, offset: number, bytes: Uint8Array): void {
    writeFully(this.descriptor(name), bytes, offset, this.path(name))
  }

  truncate(name: string, size: number): void {
    ftruncateSync(this.descriptor(name), size)
  }

  commit(): void {
    for (const descriptor of this.open.values()) fsyncSync(descriptor)
    this.closeFiles()
    // Files that are new are in the folder before the journal that forgets them is not.
    syncFolder(this.folder)
    removeJournal(this.folder, this.key)
    tryAll(...this.backups.map((backup) => () => removeFile(backup)))
  }

  undo(): void {
    tryAll(
      () => this.closeFiles(),
      () => rollBack(this.folder, this.key, this.isPart),
    )
  }

  /** Lets other writers have their turn. What was begun must be committed or undone before. */
  close(): void {
    tryAll(
      () => this.closeFiles(),
      () => this.lock.release(),
    )
  }

  private closeFiles(): void {
    for (const [name, descriptor] of this.open) {
      this.open.delete(name)
      closeSync(descriptor)
    }
  }

  private descriptor(name: string): number {
    let descriptor = this.open.get(name)
    if (descriptor === undefined) {
      const path = this.path(name)
      descriptor = entryAt(path) ? openSync(path, 'r+') : openNew(path, this.access, 'wx+')
      this.open.set(name, descriptor)
    }
    return descriptor
  }

  private before(change: PlannedChange): FileBefore[] {
    const path = this.path(change.name)
    refuseIrregular(path)
    const name = basename(path)
    const isThere = entryAt(path) !== undefined
    if (change.removes) {
      return isThere ? [{ was: 'kept', name, backup: temporaryName(this.key, randomPart(), 'old') }] : []
    }
    return [isThere ? savedRanges(path, name, change.overwrites) : { was: 'absent', name }]
  }

  /** The path of a file as it is named on disk, whatever the letter case it is asked for in. */
  private path(name: string): string {
    if (basename(name) !== name) throw new TypeError(`a file name without folders was expected: ${name}`)
    const exact = join(this.folder, name)
    if (entryAt(exact)) return exact
    const wanted = name.toLowerCase()
    const found = readdirSync(this.folder).find((candidate) => candidate.toLowerCase() === wanted)
    return found === undefined ? exact : join(this.folder, found)
  }
}

function savedRanges(path: string, name: string, overwrites: PlannedChange['overwrites']): FileBefore {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = statSync(path)
    const ranges = overwrites.map(([start, end]) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
      readSync(descriptor, bytes, 0, bytes.length, start)
      return { offset: start, bytes }
    })
    return { was: 'patched', name, size, ranges: ranges.filter(({ bytes }) => bytes.length > 0) }
  } finally {
    closeSync(descriptor)
  }
}
