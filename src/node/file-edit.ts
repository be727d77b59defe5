/**
 * Changes to files on disk with an undo journal. The journal lies beside the
 * files, complete under its name before the first of them changes, and goes when the last has: while it is
 * there the change is undone by {@link undoUnfinishedEdit}, whatever ended the program.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { basename, join } from 'node:path'
import type { FileEdit, PlannedChange } from '../bytes/edit.ts'
import { FormatError } from '../issues/errors.ts'
import { ByteReader } from '../bytes/reader.ts'
import { ByteWriter } from '../bytes/writer.ts'

/** First bytes of a journal. */
const MAGIC = 'LUDOGRAPH UNDO 1\n'

/** What a journal knows of one file. */
interface Saved {
  name: string
  /** -1 for a file that was not there. */
  size: number
  parts: { offset: number; bytes: Uint8Array }[]
}

/** A change of files in one folder. */
export class DiskFileEdit implements FileEdit {
  private readonly folder: string
  private readonly journal: string
  private readonly open = new Map<string, number>()

  /** @param journal name of the journal, the same for every change of the same files */
  constructor(folder: string, journal: string) {
    this.folder = folder
    this.journal = journal
  }

  begin(plan: readonly PlannedChange[]): void {
    undoUnfinishedEdit(this.folder, this.journal)
    const saved = plan.map((change) => this.save(change))
    const temporary = join(this.folder, `${this.journal}.part`)
    const descriptor = openSync(temporary, 'w')
    writeWhole(descriptor, writeJournal(saved), 0)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(temporary, join(this.folder, this.journal))
    syncFolder(this.folder)
  }

  size(name: string): number {
    const path = this.path(name)
    return existsSync(path) ? statSync(path).size : 0
  }

  write(name: string, offset: number, bytes: Uint8Array): void {
    writeWhole(this.descriptor(name), bytes, offset)
  }

  truncate(name: string, size: number): void {
    ftruncateSync(this.descriptor(name), size)
  }

  discard(name: string): void {
    rmSync(this.path(name), { force: true })
  }

  commit(): void {
    for (const descriptor of this.open.values()) fsyncSync(descriptor)
    this.close()
    rmSync(join(this.folder, this.journal))
    syncFolder(this.folder)
  }

  undo(): void {
    this.close()
    undoUnfinishedEdit(this.folder, this.journal)
  }

  private close(): void {
    for (const descriptor of this.open.values()) closeSync(descriptor)
    this.open.clear()
  }

  private descriptor(name: string): number {
    let descriptor = this.open.get(name)
    if (descriptor === undefined) {
      const path = this.path(name)
      descriptor = openSync(path, existsSync(path) ? 'r+' : 'w+')
      this.open.set(name, descriptor)
    }
    return descriptor
  }

  private save({ name, overwrites }: PlannedChange): Saved {
    const path = this.path(name)
    if (!existsSync(path)) return { name, size: -1, parts: [] }
    const descriptor = openSync(path, 'r')
    try {
      const parts = overwrites.map(([start, end]) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, statSync(path).size) - start))
        readSync(descriptor, bytes, 0, bytes.length, start)
        return { offset: start, bytes }
      })
      return { name: basename(path), size: statSync(path).size, parts }
    } finally {
      closeSync(descriptor)
    }
  }

  /** The path of a file as it is named on disk, whatever the letter case it is asked for in. */
  private path(name: string): string {
    if (basename(name) !== name) throw new TypeError(`a file name without folders was expected: ${name}`)
    const exact = join(this.folder, name)
    if (existsSync(exact)) return exact
    const wanted = name.toLowerCase()
    const found = readdirSync(this.folder).find((candidate) => candidate.toLowerCase() === wanted)
    return found === undefined ? exact : join(this.folder, found)
  }
}

/**
 * Undoes a change that was not finished. Answers whether there was one. To be called before files
 * are read that may have been changed. Throws FormatError while another program is at it.
 */
export function undoUnfinishedEdit(folder: string, journal: string): boolean {
  const path = join(folder, journal)
  if (!existsSync(path)) return false
  const { writer, saved } = readJournal(new Uint8Array(readFileSync(path)))
  const isOfThisRun = statSync(path).mtimeMs > Date.now() - uptime() * 1000
  if (writer !== process.pid && isOfThisRun && isRunning(writer)) {
    throw new FormatError('file/changing', { process: writer }, { file: path })
  }
  for (const { name, size, parts } of saved) {
    const file = join(folder, basename(name))
    if (size < 0) {
      rmSync(file, { force: true })
      continue
    }
    const descriptor = openSync(file, 'r+')
    for (const { offset, bytes } of parts) writeWhole(descriptor, bytes, offset)
    ftruncateSync(descriptor, size)
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
  syncFolder(folder)
  rmSync(path)
  syncFolder(folder)
  return true
}

/** Whether there is a process of a number on this machine. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function writeJournal(saved: readonly Saved[]): Uint8Array {
  const out = new ByteWriter()
  out.put(new TextEncoder().encode(MAGIC)).u32le(process.pid).u32le(saved.length)
  for (const { name, size, parts } of saved) {
    const bytes = new TextEncoder().encode(name)
    out.u32le(bytes.length).put(bytes)
    out
      .u8(size < 0 ? 0 : 1)
      .u64le(Math.max(0, size))
      .u32le(parts.length)
    for (const part of parts) out.u64le(part.offset).u64le(part.bytes.length).put(part.bytes)
  }
  return out.bytes()
}

/** Reads a journal: the process that wrote it, and what it saved. Throws FormatError when it is none. */
function readJournal(bytes: Uint8Array): { writer: number; saved: Saved[] } {
  const reader = new ByteReader(bytes, 'undo journal')
  if (new TextDecoder().decode(reader.take(MAGIC.length)) !== MAGIC) {
    throw new FormatError('file/not-journal', {}, { file: 'undo journal', offset: 0 })
  }
  const writer = reader.u32le()
  const saved = Array.from({ length: reader.u32le() }, () => {
    const name = new TextDecoder().decode(reader.take(reader.u32le()))
    const isThere = reader.u8() === 1
    const size = reader.u64le()
    const parts = Array.from({ length: reader.u32le() }, () => {
      const offset = reader.u64le()
      return { offset, bytes: reader.take(reader.u64le()) }
    })
    return { name, size: isThere ? size : -1, parts }
  })
  return { writer, saved }
}

function writeWhole(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written)
  }
}

/** Makes renames and deletions in a folder last. Where folders cannot be opened, as on Windows, they last by themselves. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
