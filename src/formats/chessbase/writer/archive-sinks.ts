/** Puts the files of a database into one archive. */
import { MemoryScratch, type Scratch, type Sink, type SinkSet } from '../../../bytes/sink.ts'
import { extension, stem } from '../../../bytes/source.ts'
import type { PackedFile } from '../../archive.ts'
import { packArchive } from '../archive/pack.ts'
import { newPasswordKey } from '../archive/password.ts'
import { ARCHIVE_EXTENSION, MAIN_EXTENSION, PASSWORD_EXTENSION } from '../parts.ts'

/** Whether a file with this name is an archive of a database. */
export function isArchiveName(name: string): boolean {
  return [ARCHIVE_EXTENSION, PASSWORD_EXTENSION].includes(extension(name))
}

/**
 * Collects the files of a database for an archive. Throws TypeError if a password-protected archive is requested without
 * a password, or another one with a password.
 */
export function archiveSinks(out: SinkSet, password: string | undefined): SinkSet {
  const isProtected = extension(out.name) === PASSWORD_EXTENSION
  if (isProtected && password === undefined) throw new TypeError(`${out.name} needs a password`)
  if (!isProtected && password !== undefined) {
    throw new TypeError(`${out.name} has no password: that is ${PASSWORD_EXTENSION}`)
  }
  if (password !== undefined) newPasswordKey(password)
  return new ArchiveSinkSet(out, stem(out.name) + MAIN_EXTENSION, (sink, files) =>
    packArchive(sink, files, password === undefined ? {} : { password }),
  )
}

/** Collects files and, on commit, packs them into a single file of another set. */
export class ArchiveSinkSet implements SinkSet {
  /** Name of the main file in the archive. */
  readonly name: string
  private readonly out: SinkSet
  private readonly pack: (sink: Sink, files: readonly PackedFile[]) => void
  private readonly files = new Map<string, Scratch>()

  constructor(out: SinkSet, mainName: string, pack: (sink: Sink, files: readonly PackedFile[]) => void) {
    this.name = mainName
    this.out = out
    this.pack = pack
  }

  create(name: string): Sink {
    const file = this.out.scratch?.(name) ?? new MemoryScratch(name)
    this.files.set(name, file)
    return file
  }

  commit(): void {
    const modified = new Date()
    const files = [...this.files].map(([name, source]) => ({ name, source, modified }))
    const sink = this.out.create(this.out.name)
    this.pack(sink, files)
    this.close()
    this.out.commit()
  }

  abort(): void {
    this.close()
    this.out.abort()
  }

  private close(): void {
    for (const file of this.files.values()) file.close()
    this.files.clear()
  }
}
