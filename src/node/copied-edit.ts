/**
 * A change of a single file that is made to a copy, which takes its name when the change is final: readers see the file
 * as it was or as it will be, and need no journal for it.
 */
import { dirname, basename } from 'node:path'
import type { FileEdit } from '../bytes/edit.ts'
import type { LockOptions } from './file-lock.ts'
import { DiskSource } from './file-source.ts'
import { FolderChange, type NewFile } from './folder-change.ts'

/** Bytes copied at a time. */
const WINDOW = 1 << 20

/** A change of one file. It holds the lock of the file until it is closed. */
export class CopiedFileEdit implements FileEdit {
  private readonly path: string
  private readonly change: FolderChange
  private copy: NewFile | undefined

  constructor(path: string, options?: LockOptions) {
    this.path = path
    this.change = new FolderChange(dirname(path), basename(path), (name) => name === basename(path), options)
  }

  begin(): void {
    this.copy = this.change.create(basename(this.path))
    const source = new DiskSource(this.path)
    try {
      let bytes: Uint8Array | undefined
      for (let at = 0; at < source.size; at += WINDOW) {
        bytes = source.read(at, at + WINDOW, bytes)
        this.copy.append(bytes)
      }
    } finally {
      source.close()
    }
  }

  size(): number {
    return this.begun.size
  }

  write(_name: string, offset: number, bytes: Uint8Array): void {
    const { begun } = this
    const over = Math.min(bytes.length, Math.max(0, begun.size - offset))
    if (over > 0) begun.patch(offset, bytes.subarray(0, over))
    if (over < bytes.length) begun.append(bytes.subarray(over))
  }

  truncate(_name: string, size: number): void {
    if (size !== this.begun.size) throw new TypeError('a copy only grows')
  }

  commit(): void {
    this.change.keep(this.begun)
    this.change.commit()
    this.copy = undefined
  }

  undo(): void {
    this.change.abort()
    this.copy = undefined
  }

  /** Lets other writers have their turn, and discards a change that was begun and is not final. */
  close(): void {
    this.change.abort()
  }

  private get begun(): NewFile {
    if (!this.copy) throw new TypeError('the change has not begun')
    return this.copy
  }
}
