/**
 * A database is a folder: the catalogue, the segments of the position index,
 * and `positions.json`, which lists the segments for readers that have only
 * the files, such as a browser reading a published folder.
 *
 * Nothing else in the folder is ours: only files with names made here are deleted, never the targets of links.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FormatError } from '../../issues/errors.ts'
import { entryAt, makeFolders, syncFolder, writeSynced } from '../../node/disk.ts'
import { NewFile } from '../../node/folder-change.ts'
import { GAMES, type Game } from '../../model/record.ts'
import { refuseClusterAddress } from '../stores/cluster/address.ts'

export const CATALOGUE_FILE = 'catalogue.duckdb'
export const POSITIONS_FOLDER = 'positions'
export const MANIFEST_FILE = 'positions.json'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The catalogue with DuckDB's other files, a catalogue being made, the list of segments, and their folder. */
const OWN_NAME = new RegExp(
  `^(?:catalogue\\.duckdb(?:\\.wal|\\.wal\\.\\w+|\\.undo(?:\\.part)?|\\.tmp|\\.${UUID}\\.new(?:\\.wal)?)?|positions\\.json(?:\\.part)?|positions)$`,
)

/** Catalogues and undo journals that were being made. */
const UNNAMED = new RegExp(`^catalogue\\.duckdb\\.(?:${UUID}\\.new(?:\\.wal)?|undo\\.part)$`)

/** Segments, the columns of their games, and the runs that segments are made of. */
const SEGMENT_NAME = new RegExp(`^(?:${GAMES.join('|')})-${UUID}\\.(?:positions|columns|runs)$`)

/**
 * Makes the folder of a new database, or checks that there is a database in it. Throws FormatError, without making
 * anything, if something else is in the way.
 */
export function prepareFolder(folder: string): void {
  refuseClusterAddress(folder)
  refuseFile(folder)
  refuseLinks(folder)
  const [foreign] = isDatabaseFolder(folder) ? [] : foreignFiles(folder)
  if (foreign !== undefined) {
    throw new FormatError('database/foreign-files', { name: foreign }, { file: folder })
  }
  makeFolders(join(folder, POSITIONS_FOLDER))
}

/** Paths in a folder that would not be in a new database. */
function foreignFiles(folder: string): string[] {
  const top = namesIn(folder).filter((name) => !OWN_NAME.test(name))
  const positions = namesIn(join(folder, POSITIONS_FOLDER)).filter((name) => !SEGMENT_NAME.test(name))
  return [...top, ...positions.map((name) => `${POSITIONS_FOLDER}/${name}`)]
}

function namesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}

/** Whether a path is the folder of a database. */
export function isDatabaseFolder(path: string): boolean {
  return existsSync(join(path, CATALOGUE_FILE))
}

/** Throws FormatError if there is no database in a folder, or if a part of it is a link. */
export function requireDatabase(folder: string): void {
  refuseClusterAddress(folder)
  if (!isDatabaseFolder(folder)) {
    refuseFile(folder)
    throw new FormatError(existsSync(folder) ? 'database/none-here' : 'database/no-folder', {}, { file: folder })
  }
  refuseLinks(folder)
}

/** Throws FormatError if there is nothing of a database in a folder: neither its catalogue nor a file of its index. */
export function requireParts(folder: string): void {
  refuseFile(folder)
  if (!existsSync(folder)) throw new FormatError('database/no-folder', {}, { file: folder })
  const isAny = namesIn(join(folder, POSITIONS_FOLDER)).some((name) => SEGMENT_NAME.test(name))
  if (!isAny && !isDatabaseFolder(folder)) throw new FormatError('database/none-here', {}, { file: folder })
}

function refuseFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return
  throw new FormatError('database/is-file', {}, { file: path })
}

/**
 * Through a link, files outside this folder would be written; two folders sharing a catalogue would delete each
 * other's segments.
 */
function refuseLinks(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isSymbolicLink() || !OWN_NAME.test(entry.name)) continue
    throw new FormatError('database/link', {}, { file: join(folder, entry.name) })
  }
}

/**
 * Segments that are not listed, with the columns of their games, and what a killed import left behind: only regular
 * files with our names.
 */
export function unlistedFiles(folder: string, segments: ReadonlySet<string>): string[] {
  const listed = new Set([...segments].flatMap((file) => [file, columnsName(file)]))
  const positions = join(folder, POSITIONS_FOLDER)
  return [
    ...filesOf(positions, (name) => !listed.has(name) && SEGMENT_NAME.test(name)),
    ...filesOf(folder, (name) => UNNAMED.test(name)),
  ]
}

/** Paths of the regular files of a folder by their names. */
function filesOf(folder: string, isMeant: (name: string) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isMeant(entry.name))
    .map(({ name }) => join(folder, name))
}

/** A name for a new segment of a game, unlike any other. */
export function newSegmentFile(game: Game): string {
  return `${game}-${randomUUID()}.positions`
}

/** A name for the runs of a game, from which a segment is made. */
export function newRunsFile(game: Game): string {
  return `${game}-${randomUUID()}.runs`
}

/**
 * Begins the file of a new segment, as private as the catalogue. It has its final, unique name from the beginning: nobody
 * uses it before the catalogue lists it.
 */
export function createSegmentFile(folder: string, game: Game): NewFile {
  return createFile(folder, newSegmentFile(game))
}

/** The same for the columns of the games of a segment, which have its name. */
export function createColumnsFile(folder: string, segment: string): NewFile {
  return createFile(folder, columnsName(segment))
}

function createFile(folder: string, name: string): NewFile {
  const path = segmentPath(folder, name)
  return new NewFile(name, path, path, entryAt(join(folder, CATALOGUE_FILE)))
}

function columnsName(segment: string): string {
  return segment.replace(/\.positions$/, '.columns')
}

/** Path of the columns of the games of a segment. Throws FormatError like {@link segmentPath}. */
export function columnsPath(folder: string, segment: string): string {
  return segmentPath(folder, columnsName(segment))
}

/** Path of a segment's file. Throws FormatError if the name is not one that Ludograph assigns. */
export function segmentPath(folder: string, file: string): string {
  if (SEGMENT_NAME.test(file)) return join(folder, POSITIONS_FOLDER, file)
  throw new FormatError('database/segment-name', { name: file.slice(0, 100) }, { file: join(folder, CATALOGUE_FILE) })
}

/**
 * Replaces the list of segments as a whole: readers see the old one or the new one, even after a power cut. Does
 * nothing if it is already the same.
 */
export function writeManifestFile(folder: string, text: string): void {
  const path = join(folder, MANIFEST_FILE)
  if (readManifestFile(folder) === text) return
  const temporary = `${path}.part`
  // Left by an earlier run, or a link made by somebody else: writing must not follow it.
  rmSync(temporary, { force: true })
  writeSynced(temporary, new TextEncoder().encode(text), entryAt(path) ?? entryAt(join(folder, CATALOGUE_FILE)))
  renameSync(temporary, path)
  syncFolder(folder)
}

/** The contents of positions.json; undefined if it does not exist. */
export function readManifestFile(folder: string): string | undefined {
  const path = join(folder, MANIFEST_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
