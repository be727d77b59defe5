/** Opens a file or database, with the options of its format. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nameWithin } from '../../bytes/packed/index.ts'
import { MemoryFileSet, type FileSet } from '../../bytes/source.ts'
import { detectFormat, formatOfPart, SURE_ENOUGH, unopenedError } from '../../convert/detect.ts'
import type { Collection, Format } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { asksForPassword, FormatError, messageOf } from '../../issues/errors.ts'
import { DiskFileSet, withFileIssues } from '../../node/file-source.ts'
import { asUsage, formatById, readOptions } from './format-options.ts'
import type { Input } from './names.ts'
import type { ReadCommandOptions } from './read-options.ts'
import { readStandardInput } from './standard-input.ts'
import { UnknownFileError } from '../show/terminal.ts'

/** An input whose collection is open. Close it when done. */
export interface OpenInput {
  format: Format
  collection: Collection
  close(): void
}

/** Opens an input. Throws CommandError saying what the file is if it cannot be read. */
export async function openInput(input: Input, options: ReadCommandOptions): Promise<OpenInput> {
  const files = await openFiles(input)
  const close = () => {
    if (files instanceof DiskFileSet) files.close()
  }
  try {
    const format =
      options.from === undefined
        ? detectFormat(files.main, FORMATS, input.isNamed ? 0 : SURE_ENOUGH)
        : formatById(options.from)
    if (!format?.open) throw unknownInput(input, format, files)
    const collection = await format.open(files, readOptions(options, format)).catch((error: unknown) => {
      throw withPasswordHint(asUsage(error), '--option password=PASSWORD')
    })
    return {
      format,
      collection: 'issues' in files ? withFileIssues(collection, files as DiskFileSet) : collection,
      close: () => {
        collection.close?.()
        close()
      },
    }
  } catch (error) {
    close()
    if (!(error instanceof FormatError) || input.path === '-') throw error
    const place = { ...error.place, file: pathOf(input.path, error.place.file) }
    throw files.main.size === 0 ? new FormatError('file/empty', {}, { file: place.file }) : error.at(place)
  }
}

/** The path of a file of an input: the input itself, a file of the same database beside it, or one within an archive. */
export function pathOf(path: string, file = path): string {
  const part = basename(file)
  // A compressed file and what is in it differ by the extension of the compression.
  if (path === '-' || part === basename(path) || nameWithin(basename(path)) === part) return path
  const beside = join(dirname(path), part)
  return existsSync(beside) ? beside : `${path}/${part}`
}

async function openFiles({ path, files }: Input): Promise<FileSet> {
  if (files) return files
  return path === '-' ? new MemoryFileSet(await readStandardInput()) : new DiskFileSet(path)
}

/** The error for a file that cannot be opened, with advice. */
function unknownInput({ path }: Input, format: Format | undefined, files: FileSet): UnknownFileError {
  const isKnown = format !== undefined || formatOfPart(path) !== undefined || files.main.size === 0
  const advice = isKnown ? '' : ' (see ludograph formats; --from sets the format)'
  return new UnknownFileError(`${path}: ${unopenedError(files, format).message}${advice}`)
}

/** For a file that unpacks to too much, says how to allow it. */
export function withLimitHint(error: unknown): unknown {
  if (!(error instanceof FormatError) || error.code !== 'packed/limit') return error
  return new FormatError(
    'packed/limit-option',
    { reason: messageOf(error), option: '--max-unpacked SIZE' },
    error.place,
  )
}

/** For a password-protected archive, says how to give its password. */
export function withPasswordHint(error: unknown, how: string): unknown {
  if (!asksForPassword(error)) return error
  return new FormatError('archive/password-option', { reason: messageOf(error), option: how }, error.place)
}
