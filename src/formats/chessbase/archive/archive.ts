/**
 * Archives of ChessBase databases: `.cbv`, and password-protected `.cbz`. They are listed, extracted in constant
 * memory, and opened directly.
 */
import { joinBytes } from '../../../bytes/resize.ts'
import { CachedSource } from '../../../bytes/cached-source.ts'
import { extension, MemorySource, type FileSet, type Source } from '../../../bytes/source.ts'
import { FormatError } from '../../../issues/errors.ts'
import type { Issue } from '../../../issues/issue.ts'
import type { Archive, ArchiveMember } from '../../archive.ts'
import { MAIN_EXTENSION, PASSWORD_EXTENSION } from '../parts.ts'
import { unpackMember } from './blocks.ts'
import { decryptArchive } from './password.ts'
import { ARCHIVE_HEAD_SIZE, isArchive, readMemberTable } from './table.ts'

/** Members of an archive that is opened in place are held in memory, together up to this size. */
const MAX_HELD = 2 ** 31

/** Lists an archive. Throws FormatError if the file is not an archive, or if the password is missing or wrong. */
export function listArchive(source: Source, password?: string): Archive {
  const isPlain = isArchive(source.read(0, ARCHIVE_HEAD_SIZE))
  const isEncrypted = !isPlain && (password !== undefined || extension(source.name) === PASSWORD_EXTENSION)
  const plain = new CachedSource(isEncrypted ? decryptArchive(source, password) : source)
  const { members, issues } = readMemberTable(plain)
  const withExtract = members.map((member) => ({
    ...member,
    extract: (write: (bytes: Uint8Array) => void) => unpackMember(plain, member, write),
  }))
  return { members: withExtract, issues }
}

/** A database inside an archive as a set of files, each extracted to memory when it is first read. */
export class ArchiveFileSet implements FileSet {
  readonly main: Source
  /** What was wrong with the members read so far, and with the list. */
  readonly issues: Issue[]
  private readonly archiveName: string
  private readonly byName = new Map<string, ArchiveMember>()
  private readonly held = new Map<ArchiveMember, Source>()
  private heldSize = 0

  /** Throws FormatError when the archive holds no database, which is known by the extension of its main file. */
  constructor(archive: Archive, archiveName: string, mainExtension: string = MAIN_EXTENSION) {
    this.archiveName = archiveName
    this.issues = [...archive.issues]
    const database = archive.members.find(({ path }) => extension(path) === mainExtension)
    if (!database) {
      throw new FormatError('chessbase/no-database', { extension: mainExtension }, { file: archiveName })
    }
    const folder = folderOf(database.path)
    for (const member of archive.members) {
      if (folderOf(member.path) === folder) this.byName.set(baseName(member.path).toLowerCase(), member)
    }
    this.main = this.hold(database)
  }

  find(name: string): Source | undefined {
    const member = this.byName.get(name.toLowerCase())
    return member && this.hold(member)
  }

  names(): string[] {
    return [...this.byName.values()].map(({ path }) => baseName(path))
  }

  private hold(member: ArchiveMember): Source {
    let source = this.held.get(member)
    if (!source) {
      source = new MemorySource(baseName(member.path), this.extract(member))
      this.held.set(member, source)
    }
    return source
  }

  /** Collects what is really there: the stated size is only a claim. */
  private extract(member: ArchiveMember): Uint8Array {
    const parts: Uint8Array[] = []
    const issues = member.extract((bytes) => {
      this.heldSize += bytes.length
      if (this.heldSize > MAX_HELD) {
        throw new FormatError('chessbase/archive-too-large', {}, { file: this.archiveName })
      }
      parts.push(bytes)
    })
    this.issues.push(...issues)
    return joinBytes(parts)
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
