/** Opens games by path and reads them one by one: the shortest way from a disk to records. */
import { existsSync, statSync } from 'node:fs'
import { detectFormat, SURE_ENOUGH } from '../convert/detect.ts'
import { openGames, type OpenedGames, type OpenGamesOptions } from '../convert/open.ts'
import type { Entry, EntryOptions, Format } from '../formats/format.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { DiskFileSet, withFileIssues } from './file-source.ts'
import { findGameFiles } from './game-files.ts'

/** An open collection of games on disk. */
export interface OpenedPath extends OpenedGames {
  /** Closes the files. The collection cannot be used afterwards. */
  close(): void
}

/**
 * Opens a file, or a database by its main file. Nothing is written, and large files are read in windows.
 * Rejects with FormatError if no format recognises the file or it cannot be read, and with the system's error if it
 * does not exist. Close it when done.
 */
export async function openPath(path: string, options: OpenGamesOptions = {}): Promise<OpenedPath> {
  const files = new DiskFileSet(path)
  try {
    const opened = await openGames(files, options)
    return {
      ...opened,
      collection: withFileIssues(opened.collection, files),
      close() {
        opened.collection.close?.()
        files.close()
      },
    }
  } catch (error) {
    files.close()
    throw error
  }
}

/** An entry with the path of the file that holds it. */
export interface FileEntry extends Entry {
  file: string
}

/**
 * Reads the entries of a file, of a database, or of every game file below a folder, in order. Problems with an entry
 * are among its issues, and reading goes on. A file of a folder that cannot be opened is one entry with neither record
 * nor document and the reason among its issues; files of no known format are skipped. Rejects as {@link openPath} does
 * for a path that is a file.
 */
export async function* readGames(
  path: string,
  options: OpenGamesOptions & EntryOptions = {},
): AsyncGenerator<FileEntry> {
  if (!existsSync(path) || !statSync(path).isDirectory()) return yield* readFile(path, options)
  for (const { path: file, isOrphan } of findGameFiles(path)) {
    if (!isOrphan && !isGameFile(file, options.formats)) continue
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
  { from, to, lines, san, ...options }: OpenGamesOptions & EntryOptions,
): AsyncGenerator<FileEntry> {
  const opened = await openPath(path, options)
  try {
    const range: EntryOptions = {}
    if (from !== undefined) range.from = from
    if (to !== undefined) range.to = to
    if (lines) range.lines = true
    if (san) range.san = true
    for (const entry of opened.collection.entries(range)) yield { ...entry, file: path }
  } finally {
    opened.close()
  }
}

/** Whether a file found in a folder is certainly in a known format. */
function isGameFile(path: string, formats?: readonly Format[]): boolean {
  const files = new DiskFileSet(path)
  try {
    return detectFormat(files.main, formats, SURE_ENOUGH) !== undefined
  } finally {
    files.close()
  }
}

function unreadable(error: FormatError): Issue {
  return issue('files/unreadable', 'error', { reason: messageOf(error) }, error.place)
}
