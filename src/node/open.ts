/** Opens games by path and reads them one by one: the shortest way from a disk to records. */
import { existsSync, statSync } from 'node:fs'
import { isPacked } from '../bytes/packed/index.ts'
import type { Source } from '../bytes/source.ts'
import { detectFormat, SURE_ENOUGH } from '../convert/detect.ts'
import { openGames, type OpenedGames, type OpenGamesOptions } from '../convert/open.ts'
import type { Entry, EntryOptions, Format } from '../formats/format.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { DiskFileSet, withFileIssues } from './file-source.ts'
import { findGameFiles } from './game-files.ts'
import { Pace, type PaceOptions } from './pace.ts'
import { unpackPath, type FileWithin, type UnpackedFiles } from './unpacked-files.ts'

/** An open collection of games on disk. */
export interface OpenedPath extends OpenedGames {
  /** Closes the files. The collection cannot be used afterwards. */
  close(): void
}

/** How games are opened by their path. */
export interface OpenPathOptions extends OpenGamesOptions {
  /** Most bytes that a compressed file or an archive may come to; 256 MiB and a hundred times its size by default. */
  maxUnpacked?: number
}

/**
 * Opens a file, or a database by its main file, also a compressed one or the only one of an archive. Nothing is
 * written but temporary files, and large files are read in windows.
 * Rejects with FormatError if no format recognises the file, it cannot be read, or an archive holds several game
 * files, and with the system's error if it does not exist. Close it when done.
 */
export async function openPath(path: string, { maxUnpacked, ...options }: OpenPathOptions = {}): Promise<OpenedPath> {
  const unpacked = await unpackPath(path, maxUnpacked)
  if (!unpacked) {
    const files = new DiskFileSet(path)
    return await openFileSet(files, options, () => files.close())
  }
  try {
    const games = gamesWithin(unpacked, path, options.formats)
    if (games.length > 1) {
      const names = games.map((file) => file.path.slice(path.length + 1)).join(', ')
      throw new FormatError('packed/several', { names }, { file: path })
    }
    return await openFileSet(games[0]!.files, options, () => unpacked.close())
  } catch (error) {
    unpacked.close()
    throw error
  }
}

async function openFileSet(
  files: FileWithin['files'] | DiskFileSet,
  options: OpenGamesOptions,
  close: () => void,
): Promise<OpenedPath> {
  try {
    const opened = await openGames(files, options)
    return {
      ...opened,
      collection: withFileIssues(opened.collection, files),
      close() {
        opened.collection.close?.()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The files of an archive that are surely of a known format. Throws FormatError when there are none. */
function gamesWithin({ files, refused }: UnpackedFiles, path: string, formats?: readonly Format[]): FileWithin[] {
  const games = files.filter(({ isOrphan, files }) => isOrphan || isKnown(files.main, formats))
  // Of a file that is compressed by itself, what is wrong is found by opening it.
  const found = games.length === 0 && files.length === 1 && files[0]!.path === path ? files : games
  if (found.length > 0) return found
  throw refused[0]?.error ?? new FormatError('packed/no-games', {}, { file: path })
}

/** An entry with the path of the file that holds it. */
export interface FileEntry extends Entry {
  file: string
}

/** Which entries of each file to read, what else to provide, and what stops it; progress is that of each file. */
export type ReadGamesOptions = Omit<EntryOptions, 'bare'> & PaceOptions

/**
 * Reads the entries of a file, of a database, or of every game file below a folder or in an archive, in order.
 * Problems with an entry are among its issues, and reading goes on. A file of a folder or an archive that cannot be
 * opened is one entry with neither record nor document and the reason among its issues; files of no known format and
 * links that lead nowhere are skipped. Rejects as {@link openPath} does for a path that is a file, and with the reason of a
 * signal that stops it. Others have their turn between games.
 */
export async function* readGames(
  path: string,
  options: OpenPathOptions & ReadGamesOptions = {},
): AsyncGenerator<FileEntry> {
  if (!existsSync(path) || !statSync(path).isDirectory()) return yield* readFile(path, options)
  for (const { path: file, isOrphan } of findGameFiles(path)) {
    if (!existsSync(file) || (!isOrphan && !isGameFile(file, options.formats))) continue
    try {
      yield* readFile(file, options)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      yield { file, index: 0, issues: [unreadable(error)] }
    }
  }
}

async function* readFile(
  path: string,
  {
    from = 0,
    to = Infinity,
    playedLine,
    kernel,
    signal,
    onProgress,
    maxUnpacked,
    ...options
  }: OpenPathOptions & ReadGamesOptions,
): AsyncGenerator<FileEntry> {
  const wanted = { from, to, playedLine, kernel, signal, onProgress }
  const unpacked = await unpackPath(path, maxUnpacked)
  if (!unpacked) return yield* readEntries(path, await openPath(path, options), wanted)
  try {
    for (const { path: file, error } of unpacked.refused) yield { file, index: 0, issues: [unreadable(error)] }
    for (const { path: file, files, damage } of gamesWithin(unpacked, path, options.formats)) {
      try {
        yield* readEntries(file, await openFileSet(files, options, () => {}), wanted)
      } catch (error) {
        if (!(error instanceof FormatError) || file === path) throw error
        yield { file, index: 0, issues: [unreadable(error)] }
      }
      if (damage) yield { file, index: 0, issues: [unreadable(damage)] }
    }
  } finally {
    unpacked.close()
  }
}

async function* readEntries(
  file: string,
  opened: OpenedPath,
  { signal, onProgress, ...wanted }: ReadGamesOptions,
): AsyncGenerator<FileEntry> {
  try {
    const { collection } = opened
    const { from = 0, to = Infinity } = wanted
    const pace = new Pace({ signal, onProgress }, Math.max(0, Math.min(to, collection.count) - from))
    for (const entry of collection.entries(wanted)) {
      const pause = pace.step()
      if (pause) await pause
      yield { ...entry, file }
    }
    pace.end()
  } finally {
    opened.close()
  }
}

/** Whether a file that nobody named is compressed or an archive, or surely of a known format. */
function isGameFile(path: string, formats?: readonly Format[]): boolean {
  const files = new DiskFileSet(path)
  try {
    return isPacked(files.main) || isKnown(files.main, formats)
  } finally {
    files.close()
  }
}

function isKnown(source: Source, formats?: readonly Format[]): boolean {
  return detectFormat(source, formats, SURE_ENOUGH) !== undefined
}

function unreadable(error: FormatError): Issue {
  return issue('files/unreadable', 'error', { reason: messageOf(error) }, error.place)
}
