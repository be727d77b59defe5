/** Compressed files and archives of an import: unpacked one by one, and open until what is in them is imported. */
import { detectFormat, SURE_ENOUGH } from '../../convert/detect.ts'
import { FORMATS } from '../../formats/index.ts'
import { FormatError } from '../../issues/errors.ts'
import {
  SharedFileSet,
  unpackPath,
  unpackSource,
  type FileWithin,
  type UnpackedFiles,
} from '../../node/unpacked-files.ts'
import { nameOf, type ImportSource } from './import-source.ts'

/** What lies within a source. */
interface SourcesWithin {
  sources: ImportSource[]
  /** What could not be unpacked, at least in part, and why. */
  failures: { path: string; error: FormatError }[]
  /** Files of no known format. */
  unknownFiles: number
}

export class UnpackedSources {
  private readonly held: UnpackedFiles[] = []

  /**
   * Unpacks a source; undefined when it is neither compressed nor an archive. Rejects with FormatError when nothing of
   * it can be read.
   * @param limit most bytes that it may come to
   */
  async open(source: ImportSource, limit: number | undefined): Promise<SourcesWithin | undefined> {
    const { path, files } = source
    const unpacked = files
      ? await unpackSource(new SharedFileSet(files).main, path, limit)
      : await unpackPath(path, limit)
    if (!unpacked) return undefined
    this.held.push(unpacked)
    const readable = unpacked.files.filter((file) => file.isOrphan || isReadable(file))
    const failures = [...unpacked.refused]
    if (readable.length + failures.length === 0) throw new FormatError('packed/no-games', {}, { file: path })
    for (const { path, damage } of readable) if (damage) failures.push({ path, error: damage })
    const sources = readable.map((file) => sourceWithin(file, source))
    return { sources, failures, unknownFiles: unpacked.files.length - readable.length }
  }

  /** Closes all but the one that was unpacked last. */
  closeOlder(): void {
    for (const unpacked of this.held.splice(0, this.held.length - 1)) unpacked.close()
  }

  close(): void {
    for (const unpacked of this.held.splice(0)) unpacked.close()
  }
}

function sourceWithin(file: FileWithin, outer: ImportSource): ImportSource {
  const source: ImportSource = {
    path: file.path,
    name: nameOf(outer) + file.path.slice(outer.path.length),
    files: file.share(),
  }
  if (outer.format !== undefined) source.format = outer.format
  return source
}

function isReadable({ files }: FileWithin): boolean {
  return detectFormat(files.main, FORMATS, SURE_ENOUGH)?.open !== undefined
}
