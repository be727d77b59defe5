/** Opens game files in any known format, for programs that do not care which it is. */
import { unpack, type UnpackOptions } from '../bytes/packed/index.ts'
import { MemoryFileSet, MemorySource, type FileSet, type Source } from '../bytes/source.ts'
import type { Collection, Format, ReadOptions } from '../formats/format.ts'
import { FORMATS } from '../formats/index.ts'
import { FormatError } from '../issues/errors.ts'
import { detectFormat, formatOfPart, isDatabaseArchive, SURE_ENOUGH, unopenedError } from './detect.ts'

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

/** How files chosen in a page are opened. */
export interface OpenFilesOptions extends OpenGamesOptions {
  /** How those that are compressed are unpacked. */
  unpacking?: UnpackOptions
}

/** What {@link openFiles} needs of a page's `File`: a name and its bytes. */
export interface NamedBlob {
  readonly name: string
  /** The bytes. */
  arrayBuffer(): Promise<ArrayBuffer>
}

/**
 * Opens files chosen in a page, in its main thread: reads them into memory without blocking, unpacks those that are
 * compressed or archives, and opens the one that is not a part of a database; give it all files of a database. Of
 * several game files, the first is opened. In a worker a `BlobSource` reads large files in windows instead.
 * Rejects with FormatError if no format recognises the file or it unpacks to more than its limit, TypeError if no
 * file is given.
 */
export async function openFiles(
  chosen: Iterable<NamedBlob>,
  { unpacking, ...options }: OpenFilesOptions = {},
): Promise<OpenedGames> {
  const given = await Promise.all(
    [...chosen].map(async (file) => new MemorySource(file.name, new Uint8Array(await file.arrayBuffer()))),
  )
  const leaves = (source: Source) => isDatabaseArchive(source, options.formats)
  const unpacked = await Promise.all(
    given.map(async (source) => (await unpack(source, { leaves, ...unpacking })) ?? source),
  )
  const within = unpacked.flatMap((one): Source[] => ('files' in one ? one.files.map(({ source }) => source) : [one]))
  const isArchive = unpacked.some((one) => 'files' in one)
  // Archives also contain files that are not games.
  const sources = isArchive
    ? within.filter((source) => formatOfPart(source.name) || detectFormat(source, options.formats, SURE_ENOUGH))
    : within
  if (isArchive && sources.length === 0) throw new FormatError('packed/no-games', {}, { file: given[0]!.name })
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
