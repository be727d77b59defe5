/**
 * A database is a folder: the catalogue, the segments of the position index,
 * and `positions.json`, which lists the segments for readers that have only
 * the files, such as a browser reading a published folder.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FormatError } from '../../model/issue.ts'
import type { Game } from '../../model/record.ts'

export const CATALOGUE_FILE = 'catalogue.duckdb'
export const POSITIONS_FOLDER = 'positions'
export const MANIFEST_FILE = 'positions.json'

/** Makes the folder of a new database. Throws FormatError when something else is in the way. */
export function prepareFolder(folder: string): void {
  refuseFile(folder)
  mkdirSync(join(folder, POSITIONS_FOLDER), { recursive: true })
  const strangers = readdirSync(folder).filter((name) => !isOwnName(name))
  if (!existsSync(join(folder, CATALOGUE_FILE)) && strangers.length > 0) {
    const message = `${folder} is a folder with other files in it (${strangers[0]})`
    throw new FormatError(message, { file: folder }, 'an empty or new folder, or a Ludograph database')
  }
}

function isOwnName(name: string): boolean {
  return name.startsWith(CATALOGUE_FILE) || name === POSITIONS_FOLDER || name === MANIFEST_FILE
}

/** Throws FormatError when there is no database in a folder. */
export function requireDatabase(folder: string): void {
  if (existsSync(join(folder, CATALOGUE_FILE))) return
  refuseFile(folder)
  const message = existsSync(folder) ? 'there is no database here' : 'no such folder'
  throw new FormatError(message, { file: folder }, `a folder with ${CATALOGUE_FILE}; ludograph import makes one`)
}

function refuseFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return
  throw new FormatError('this is a file, and a database is a folder', { file: path }, 'the folder of a database')
}

/** Deletes segment files that no transaction listed: what a killed import left behind. */
export function deleteUnlisted(folder: string, listed: ReadonlySet<string>): void {
  for (const name of readdirSync(join(folder, POSITIONS_FOLDER))) {
    if (!listed.has(name)) rmSync(join(folder, POSITIONS_FOLDER, name), { force: true })
  }
}

/** A name for a new segment of a game, unlike any other. */
export function newSegmentFile(game: Game): string {
  return `${game}-${randomUUID()}.positions`
}

/** Path of a segment's file. */
export function segmentPath(folder: string, file: string): string {
  return join(folder, POSITIONS_FOLDER, file)
}
