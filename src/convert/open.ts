/** Opens game files in any known format, for programs that do not care which it is. */
import { MemoryFileSet, MemorySource, type FileSet } from '../bytes/source.ts'
import type { Collection, Format, ReadOptions } from '../formats/format.ts'
import { FORMATS } from '../formats/index.ts'
import { detectFormat, formatOfPart, unopenedError } from './detect.ts'

/** A file or database whose games can be read. */
export interface OpenedGames {
  readonly format: Format
  readonly collection: Collection
}

/** How games are opened. */
export interface OpenGamesOptions extends ReadOptions {
  /** Formats to choose from: a single one skips detection, fewer make a smaller bundle. All known formats by default. */
  formats?: readonly Format[]
}

/**
 * Finds the format of the main file of a set by its bytes and its name, and opens it.
 * Rejects with FormatError if no format recognises it or the container cannot be read.
 */
export async function openGames(
  files: FileSet,
  { formats = FORMATS, ...options }: OpenGamesOptions = {},
): Promise<OpenedGames> {
  const format = formats.length === 1 ? formats[0] : detectFormat(files.main, formats)
  if (!format?.open) throw unopenedError(files, format)
  return { format, collection: await format.open(files, options) }
}

/** What {@link openFiles} needs of a page's `File`: a name and its bytes. */
export interface NamedBlob {
  readonly name: string
  /** The bytes. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/**
 * Opens files chosen in a page, in its main thread: reads them into memory without blocking and opens the one that is
 * not a part of a database; give it all files of a database. Of several game files, the first is opened. In a worker a
 * {@link BlobSource} reads large files in windows instead. Rejects with FormatError if no format recognises the file,
 * TypeError if no file is given.
 */
export async function openFiles(chosen: Iterable<NamedBlob>, options: OpenGamesOptions = {}): Promise<OpenedGames> {
  const sources = await Promise.all(
    [...chosen].map(async (file) => new MemorySource(file.name, new Uint8Array(await file.arrayBuffer()))),
  )
  const main = sources.find(({ name }) => !formatOfPart(name, options.formats)) ?? sources[0]
  if (!main) throw new TypeError('no file was given')
  return await openGames(
    new MemoryFileSet(
      main,
      sources.filter((source) => source !== main),
    ),
    options,
  )
}
