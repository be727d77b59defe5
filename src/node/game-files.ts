/** The game files below a folder: single files and the main files of databases, without their parts. */
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { isPassing, isUnfinished } from '../bytes/journal.ts'
import { extension } from '../bytes/source.ts'
import { formatOfPart } from '../convert/detect.ts'
import { FORMATS } from '../formats/index.ts'
import { folderBefore } from './folder-journals.ts'

/** A file found below a folder. */
export interface FoundFile {
  path: string
  /** Path below the folder. */
  relativePath: string
  /** Whether it is a part of a database whose main file is missing: it cannot be opened, which should be reported. */
  isOrphan: boolean
}

/**
 * Finds the files below a folder that may hold games, in the order of their paths, then parts without their main file.
 * Links to files and folders are followed, each folder once.
 * @param onUnfinished called with the path of each file or folder that a program is writing, or was when it ended, which
 * is passed over with all in it
 */
export function findGameFiles(folder: string, onUnfinished: (path: string) => void = () => {}): FoundFile[] {
  return gameFilesAmong(filesBelow(folder, onUnfinished)).map((file) => ({
    ...file,
    relativePath: relative(folder, file.path),
  }))
}

/** Of the paths of files, those that may hold games, then parts of databases without their main file. */
export function gameFilesAmong(files: readonly string[]): Pick<FoundFile, 'path' | 'isOrphan'>[] {
  return [
    ...files.filter((path) => !formatOfPart(path)).map((path) => ({ path, isOrphan: false })),
    ...partsWithoutMain(files).map((path) => ({ path, isOrphan: true })),
  ]
}

/**
 * The first part of each database whose main file is not beside it. A main file without a part of its own name goes
 * with all beside it: those of WTHOR share their parts.
 */
function partsWithoutMain(files: readonly string[]): string[] {
  const orphans: string[] = []
  for (const { extensions, parts } of FORMATS) {
    if (!parts) continue
    const mains = files.filter((path) => extensions.includes(extension(path)))
    const namesOfMains = new Set(mains.map(databaseOf))
    const first = new Map<string, string>()
    for (const path of files) {
      if (parts.includes(extension(path)) && !first.has(databaseOf(path))) first.set(databaseOf(path), path)
    }
    const shared = new Set(mains.filter((path) => !first.has(databaseOf(path))).map(dirname))
    for (const [name, path] of first) if (!namesOfMains.has(name) && !shared.has(dirname(path))) orphans.push(path)
  }
  return orphans.sort()
}

/** The folder and name of a database, ignoring case: the same for its main file and its parts. */
function databaseOf(path: string): string {
  return join(dirname(path), basename(path, extname(path)).toLowerCase())
}

/** Files, as they were before an interrupted change of a whole folder. */
function filesBelow(top: string, onUnfinished: (path: string) => void): string[] {
  const files: string[] = []
  const folders = [top]
  // Links can lead to a folder above them, or to one twice.
  const visited = new Set<string>()
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const own = realpathSync(folder)
    if (visited.has(own)) continue
    visited.add(own)
    const names = new Set<string>()
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (isPassing(entry.name)) {
        if (isUnfinished(entry.name)) onUnfinished(path)
        continue
      }
      const target = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry
      if (target?.isDirectory()) folders.push(path)
      // A link that leads nowhere is a file that cannot be read.
      else if (!target || target.isFile()) names.add(entry.name)
    }
    for (const [name, old] of folderBefore(folder).files) {
      if (old === undefined) names.delete(name)
      else names.add(name)
    }
    for (const name of names) files.push(join(folder, name))
  }
  return files.sort()
}
