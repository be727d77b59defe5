/** Files on disk as sources: read synchronously, in windows, never whole unless asked. */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileSet, Source } from '../bytes/source.ts'

/** A file on disk. */
export class DiskSource implements Source {
  readonly name: string
  readonly size: number
  private readonly descriptor: number

  constructor(path: string) {
    this.name = basename(path)
    this.descriptor = openSync(path, 'r')
    this.size = fstatSync(this.descriptor).size
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const bytes = new Uint8Array(to - from)
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(this.descriptor, bytes, filled, bytes.length - filled, from + filled)
      // The file shrank while it was read.
      if (count === 0) return bytes.subarray(0, filled)
      filled += count
    }
    return bytes
  }

  /** Lets go of the file, or of all files. */
  close(): void {
    closeSync(this.descriptor)
  }
}

/** A file and its neighbours in its folder, each opened when first asked for. */
export class DiskFileSet implements FileSet {
  readonly main: Source
  private readonly folder: string
  private readonly open = new Map<string, DiskSource>()
  private neighbours: string[] | undefined

  constructor(path: string) {
    this.folder = dirname(path)
    const main = new DiskSource(path)
    this.main = main
    this.open.set(main.name, main)
  }

  find(name: string): Source | undefined {
    const names = this.names()
    const wanted = name.toLowerCase()
    const found = names.includes(name) ? name : names.find((candidate) => candidate.toLowerCase() === wanted)
    if (found === undefined) return undefined
    let source = this.open.get(found)
    if (!source) {
      source = new DiskSource(join(this.folder, found))
      this.open.set(found, source)
    }
    return source
  }

  names(): string[] {
    this.neighbours ??= readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => entry.name)
    return this.neighbours
  }

  /** Lets go of the file, or of all files. */
  close(): void {
    for (const source of this.open.values()) source.close()
    this.open.clear()
  }
}
