/** Changes to a database of game files where it lies: games added, games marked as deleted. docs/safety.md. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { journalName } from '../bytes/journal.ts'
import type { FileEdit } from '../bytes/edit.ts'
import { extension, stem } from '../bytes/source.ts'
import { Conversion, type ConversionOptions, type ConversionPart } from '../convert/convert.ts'
import type { AppendingFormat, Entry, Format, WriteOptions } from '../formats/format.ts'
import { WRITTEN_FORMATS } from '../formats/index.ts'
import { isMainFile, partTest } from '../formats/parts.ts'
import { CopiedFileEdit } from './copied-edit.ts'
import { DiskFileEdit } from './file-edit.ts'
import type { LockOptions } from './file-lock.ts'
import { DiskFileSet } from './file-source.ts'

/** A change of files that holds a lock until it is closed. */
export interface ClosableEdit extends FileEdit {
  /** Releases the lock. */
  close(): void
}

/** A database that is about to change, locked until it is closed. */
export interface DatabaseChange {
  files: DiskFileSet
  edit: ClosableEdit
  /** Closes the files and releases the lock. What the edit has not committed is undone by the next one to open it. */
  close(): void
}

/** The formats to whose databases and files games can be added. */
export const APPENDABLE: readonly AppendingFormat[] = WRITTEN_FORMATS.filter(
  (format): format is AppendingFormat => format.append !== undefined,
)

/**
 * Opens a database for a change: locks it, then undoes an earlier change that was cut short. Throws the system's error
 * when there is no such file, and FormatError when another program is changing it. Close it when done.
 * @param path of its main file
 */
export function openForChange(path: string, format: Format, options?: LockOptions): DatabaseChange {
  const [folder, name] = [dirname(path), basename(path)]
  const key = stem(name)
  // The main file itself may be what a change that was cut short has set aside.
  if (!existsSync(join(folder, journalName(key)))) statSync(path)
  const edit = format.parts
    ? new DiskFileEdit(folder, key, partTest(format, name), options)
    : new CopiedFileEdit(path, options)
  try {
    const files = new DiskFileSet(path)
    return {
      files,
      edit,
      close() {
        files.close()
        edit.close()
      },
    }
  } catch (error) {
    edit.close()
    throw error
  }
}

/** How games are added to a database. */
export interface AppendGamesOptions extends ConversionOptions {
  /** The format of the database; by default the one that the name of its main file says. */
  format?: AppendingFormat
  /** How to write the games. */
  write?: WriteOptions
  /** How to wait for another program that is changing the database. */
  lock?: LockOptions
}

/**
 * Adds games to a database where it lies, all of them or none, and returns what was written and what the format cannot
 * hold. Games that are there stay as they are. The time it takes grows with the games added, hardly with those there.
 * Rejects with TypeError when the path is not the main file of a database that games can be added to, with FormatError
 * when the database is damaged or another program is changing it, and with the system's error when there is none.
 * @param path of the main file of the database
 * @param games entries of a collection, or of `readGames`
 */
export async function appendGames(
  path: string,
  games: Iterable<Entry> | AsyncIterable<Entry & { file?: string }>,
  { format = formatOf(path), write, lock, ...options }: AppendGamesOptions = {},
): Promise<ConversionPart> {
  const change = openForChange(path, format, lock)
  try {
    const conversion = new Conversion(format, options)
    const writer = await format.append(change.files, change.edit, write)
    for await (const game of games) {
      const { file } = game as { file?: string }
      if (conversion.accepts(game, file)) conversion.copy(game, writer, file)
    }
    conversion.finish(writer, path)
    return conversion.snapshot()
  } catch (error) {
    change.edit.undo()
    throw error
  } finally {
    change.close()
  }
}

/** The format of a file that games can be added to, by its name; undefined if there is none. */
export function appendableFor(path: string): AppendingFormat | undefined {
  return APPENDABLE.find((format) => {
    return format.parts ? isMainFile(format, path) : format.extensions.includes(extension(path))
  })
}

function formatOf(path: string): AppendingFormat {
  const format = appendableFor(path)
  if (!format) throw new TypeError(`games cannot be added to ${path}`)
  return format
}
