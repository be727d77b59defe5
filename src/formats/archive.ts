/** The interface of archives: one file that holds all files of a database. */
import type { Sink } from '../bytes/sink.ts'
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'

/** How the archives of a format are named, opened and made. */
export interface ArchiveFormat {
  /** Extension of an archive, in lower case with its dot. */
  readonly extension: string
  /** Extension of an archive with a password. Absent: the format has no such archives. */
  readonly protectedExtension?: string
  /** Lists an archive. Rejects with FormatError if the file is not an archive, or its password is missing or wrong. */
  readonly open: (source: Source, password?: string) => Promise<Archive>
  /** Writes an archive of files. Rejects with TypeError for names or a password that no archive can have. */
  readonly pack: (out: Sink, files: readonly PackedFile[], options?: PackOptions) => Promise<void>
}

/** An open archive. */
export interface Archive {
  readonly members: readonly ArchiveMember[]
  /** What is wrong with the list of members. */
  readonly issues: readonly Issue[]
}

/** One file in an archive. */
export interface ArchiveMember {
  /** A path below the folder to extract to, with `/` between folders; never leads out of it, and no two are the same. */
  readonly path: string
  /** Packed size in bytes. */
  readonly packed: number
  /** Bytes of the file; a claim until it is extracted. */
  readonly size: number
  /** When the file was last changed, as `2016-08-06T15:18:07.12`, in the local time of the machine that packed it. */
  readonly modified?: string
  /**
   * Extracts the file piece by piece, in constant memory and never more than {@link ArchiveMember.size} bytes. Returns
   * what was wrong with it; if the issues include an error, the output must not be trusted.
   */
  extract(write: (bytes: Uint8Array) => void): Issue[]
}

/** A file to be put into an archive. */
export interface PackedFile {
  /** Its name in the archive, with `/` between folders. */
  readonly name: string
  readonly source: Source
  /** When it was last changed; 1 January 1980 if absent. */
  readonly modified?: Date
}

/** How an archive is made. */
export interface PackOptions {
  /** The password of the archive. */
  password?: string
  /** Whether files are stored uncompressed; by default they are compressed. */
  isStored?: boolean
}
