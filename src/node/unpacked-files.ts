/**
 * The game files within compressed files and archives on disk, each with those beside it. What was decompressed lies
 * in a temporary file without a name, which other threads read by its descriptor.
 */
import { isPacked, type Unpacked, type UnpackedFile, type UnpackOptions } from '../bytes/packed/index.ts'
import { SliceSource, type FileSet, type Source } from '../bytes/source.ts'
import { isDatabaseArchive } from '../convert/detect.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { readFully } from './disk.ts'
import { DiskFileSet } from './file-source.ts'
import { gameFilesAmong } from './game-files.ts'
import { TemporaryFile } from './temporary-file.ts'

/** A file as a part of one that is open, as plain data. */
export interface OpenPart {
  name: string
  /** The open file, and where the bytes of the part lie in it. */
  descriptor: number
  start: number
  size: number
}

/** A file that other threads can read, and those beside it, as plain data; files of one folder share their list. */
export interface SharedFiles {
  main: string
  folder: readonly OpenPart[]
}

/** A file within another, and those beside it. */
export interface FileWithin {
  /** The path of the outer file, and behind it those within archives. */
  path: string
  /** Whether it is a part of a database whose main file is missing. */
  isOrphan: boolean
  files: FileSet & { readonly issues: readonly Issue[] }
  /** Why a part of the main file is missing; it is among the issues. */
  damage?: FormatError | undefined
  /** The same for another thread, as long as the files are open. */
  share(): SharedFiles
}

/** The content of a compressed file or an archive on disk. */
export interface UnpackedFiles {
  /** Files that may hold games: parts of databases are left to their main file. */
  files: FileWithin[]
  refused: Unpacked['refused']
  /** Closes the files, after which nothing of them can be read. */
  close(): void
}

/**
 * Unpacks a file; undefined when it is neither compressed nor an archive, or is the archive of a database, which its
 * format opens. Rejects with FormatError when nothing of it
 * can be read or it comes to more than its limit, with the system's error when there is no such file.
 */
export async function unpackPath(path: string, limit?: number): Promise<UnpackedFiles | undefined> {
  const disk = new DiskFileSet(path)
  try {
    const unpacked = await unpackSource(disk.main, path, limit)
    if (!unpacked) {
      disk.close()
      return undefined
    }
    return {
      ...unpacked,
      close() {
        unpacked.close()
        disk.close()
      },
    }
  } catch (error) {
    disk.close()
    throw error instanceof FormatError ? error.at({ ...error.place, file: path }) : error
  }
}

/** Unpacks a source, as {@link unpackPath} does a file; closing the source is left to the caller. */
export async function unpackSource(source: Source, path: string, limit?: number): Promise<UnpackedFiles | undefined> {
  if (!isPacked(source)) return undefined
  const [{ unpack }, { NODE_DECOMPRESSORS }] = await Promise.all([
    import('../bytes/packed/unpack.ts'),
    import('./decompressors.ts'),
  ])
  const scratch = (name: string) => new TemporaryFile(name)
  const options: UnpackOptions = {
    limit,
    scratch,
    decompressors: NODE_DECOMPRESSORS,
    leaves: (source) => isDatabaseArchive(source),
  }
  const unpacked = await unpack(source, options, path)
  if (!unpacked) return undefined
  const { refused } = unpacked
  return { files: gameFilesOf(unpacked.files), refused, close: () => unpacked.close() }
}

function gameFilesOf(unpacked: readonly UnpackedFile[]): FileWithin[] {
  const byPath = new Map(unpacked.map((file) => [pathOf(file), file]))
  const byFolder = Map.groupBy(unpacked, folderOf)
  const folders = new Map([...byFolder].map(([folder, files]) => [folder, new FolderWithin(files)]))
  return gameFilesAmong([...byPath.keys()]).map(({ path, isOrphan }) => {
    const file = byPath.get(path)!
    const folder = folders.get(folderOf(file))!
    return {
      path: file.path,
      isOrphan,
      damage: file.damage,
      files: {
        main: file.source,
        issues: file.damage ? [damageIssue(file.damage)] : [],
        find: (name) => folder.byName.get(name.toLowerCase()),
        names: () => folder.files.map(({ source }) => source.name),
      },
      share: () => ({ main: file.source.name, folder: folder.share() }),
    }
  })
}

function damageIssue(damage: FormatError): Issue {
  return issue('files/damaged-within', 'error', { reason: messageOf(damage) }, damage.place)
}

/** Files beside each other. */
class FolderWithin {
  readonly files: readonly UnpackedFile[]
  readonly byName: ReadonlyMap<string, Source>
  private shared: OpenPart[] | undefined

  constructor(files: readonly UnpackedFile[]) {
    this.files = files
    this.byName = new Map(files.map(({ source }) => [source.name.toLowerCase(), source]))
  }

  share(): readonly OpenPart[] {
    return (this.shared ??= this.files.map(({ source }) => openPart(source)))
  }
}

function folderOf({ path }: UnpackedFile): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Its path with its name as it is without compression. */
function pathOf(file: UnpackedFile): string {
  return folderOf(file) + file.source.name
}

/** Where the bytes of a source lie in a file that is open. Throws TypeError for one in memory. */
function openPart(source: Source): OpenPart {
  let whole = source
  let start = 0
  while (whole instanceof SliceSource) {
    start += whole.start
    whole = whole.whole
  }
  const { descriptor } = whole as Source & { descriptor?: number }
  if (descriptor === undefined) throw new TypeError(`${source.name} is in the memory of one thread`)
  return { name: source.name, descriptor, start, size: source.size }
}

/** Shares a file alone with other threads. Throws TypeError for one in memory. */
export function shareSource(source: Source): SharedFiles {
  return { main: source.name, folder: [openPart(source)] }
}

/** Files as another thread shared them, good as long as it has them open. */
export class SharedFileSet implements FileSet {
  readonly main: Source
  private readonly sources: ReadonlyMap<string, Source>

  constructor({ main, folder }: SharedFiles) {
    this.sources = sourcesOf(folder)
    this.main = this.sources.get(main.toLowerCase())!
  }

  find(name: string): Source | undefined {
    return this.sources.get(name.toLowerCase())
  }

  names(): string[] {
    return [...this.sources.values()].map(({ name }) => name)
  }
}

/** The files of folders, made once for all that lie in them. */
const folders = new WeakMap<readonly OpenPart[], ReadonlyMap<string, Source>>()

function sourcesOf(folder: readonly OpenPart[]): ReadonlyMap<string, Source> {
  const known = folders.get(folder)
  if (known) return known
  const sources = new Map(folder.map((part) => [part.name.toLowerCase(), sourceOf(part)]))
  folders.set(folder, sources)
  return sources
}

function sourceOf({ name, descriptor, start, size }: OpenPart): Source {
  const end = start + size
  const read = (from: number, to: number, into?: Uint8Array) =>
    readFully(descriptor, Math.max(0, from), Math.min(to, end), into)
  const whole = { name, size: end, descriptor, read }
  return new SliceSource(whole, start, end)
}
