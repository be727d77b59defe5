/** A file for data too large for memory, gone when the program ends. */
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scratch } from '../bytes/sink.ts'
import { readFully } from './disk.ts'
import { addUnfinished, forgetUnfinished } from './unfinished.ts'

/**
 * A file in the system's folder for temporary files (`TMPDIR` names another) that can be written and read. It is
 * unlinked as soon as it is open, so the system removes it however the program ends.
 */
export class TemporaryFile implements Scratch {
  readonly name: string
  size = 0
  /** Open for every thread of the program. */
  readonly descriptor: number

  constructor(name: string) {
    this.name = name
    const path = join(tmpdir(), `ludograph-${crypto.randomUUID()}.part`)
    addUnfinished(path)
    this.descriptor = openSync(path, 'wx+', 0o600)
    try {
      rmSync(path)
      forgetUnfinished(path)
    } catch {
      // On systems where an open file cannot be unlinked, it is removed when the program ends.
    }
  }

  append(bytes: Uint8Array): void {
    this.write(this.size, bytes)
    this.size += bytes.length
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > this.size) throw new TypeError('patch outside the written bytes')
    this.write(offset, bytes)
  }

  read(start: number, end: number, into?: Uint8Array): Uint8Array {
    return readFully(this.descriptor, Math.max(0, start), Math.min(end, this.size), into)
  }

  close(): void {
    ftruncateSync(this.descriptor)
    closeSync(this.descriptor)
  }

  private write(position: number, bytes: Uint8Array): void {
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.descriptor, bytes, written, bytes.length - written, position + written)
      }
    } catch (error) {
      // The file has no name any more; what people can do something about is the folder.
      throw Object.assign(error as Error, { path: tmpdir() })
    }
  }
}
