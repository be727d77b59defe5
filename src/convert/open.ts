/** Opens game files in any known format, for programs that do not care which it is. */
import { unpack, type UnpackOptions } from '../bytes/packed/index.ts'
import { MemoryFileSet, MemorySource, type FileSet, type Source } from '../bytes/source.ts'
import type { Collection, Format, ReadOptions } from '../formats/format.ts'
import { FormatError } from '../issues/errors.ts'
import { detectAmong, formatOfPartAmong, isArchiveAmong, SURE_ENOUGH, unopenedAmong } from './among.ts'

/** A file or database whose games can be read. */
export interface OpenedGames {
  readonly format: Format
  readonly collection: Collection
}

/** How games are opened. */
export interface OpenGamesOptions extends ReadOptions {
  /**
   * Formats to choose from; a single one skips detection. All known formats by default, which are only then loaded. A bundle
   * has them all the same, in a chunk of their own if the bundler makes chunks; with {@link openGamesAs} it has none of them.
   */
  formats?: readonly Format[]
}

/** All known formats, loaded when somebody wants them. */
async function allFormats(): Promise<readonly Format[]> {
  return (await import('../formats/all.ts')).FORMATS
}

/**
 * Finds the format of the main file of a set by its bytes and its name, and opens it.
 * Rejects with FormatError if no format recognises it or the container cannot be read.
 */
export async function openGames(files: FileSet, { formats, ...options }: OpenGamesOptions = {}): Promise<OpenedGames> {
  return await openGamesAs(files, formats ?? (await allFormats()), options)
}

/** The same among some formats: a bundler drops all others. A single format skips detection. */
export async function openGamesAs(
  files: FileSet,
  formats: readonly Format[],
  options: ReadOptions = {},
): Promise<OpenedGames> {
  const format = formats.length === 1 ? formats[0] : detectAmong(formats, files.main)
  if (!format?.open) throw unopenedAmong(formats, files, format)
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
  { formats, ...options }: OpenFilesOptions = {},
): Promise<OpenedGames> {
  return await openFilesAs(chosen, formats ?? (await allFormats()), options)
}

/** The same among some formats: a bundler drops all others. */
export async function openFilesAs(
  chosen: Iterable<NamedBlob>,
  formats: readonly Format[],
  { unpacking, ...options }: Omit<OpenFilesOptions, 'formats'> = {},
): Promise<OpenedGames> {
  const given = await Promise.all(
    [...chosen].map(async (file) => new MemorySource(file.name, new Uint8Array(await file.arrayBuffer()))),
  )
  const leaves = (source: Source) => isArchiveAmong(formats, source)
  const unpacked = await Promise.all(
    given.map(async (source) => (await unpack(source, { leaves, ...unpacking })) ?? source),
  )
  const within = unpacked.flatMap((one): Source[] => ('files' in one ? one.files.map(({ source }) => source) : [one]))
  const isArchive = unpacked.some((one) => 'files' in one)
  // Archives also contain files that are not games.
  const sources = isArchive
    ? within.filter((source) => formatOfPartAmong(formats, source.name) || detectAmong(formats, source, SURE_ENOUGH))
    : within
  if (isArchive && sources.length === 0) throw new FormatError('packed/no-games', {}, { file: given[0]!.name })
  const main = sources.find(({ name }) => !formatOfPartAmong(formats, name)) ?? sources[0]
  if (!main) throw new TypeError('no file was given')
  return await openGamesAs(
    new MemoryFileSet(
      main,
      sources.filter((source) => source !== main),
    ),
    formats,
    options,
  )
}
