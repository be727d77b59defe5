/** The game files below a folder: single files and the main files of databases, without their parts. */
import { readdirSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { isPassing } from '../bytes/journal.ts'
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

/** Finds the files below a folder that may hold games, in the order of their paths, then parts without their main file. */
export function findGameFiles(folder: string): FoundFile[] {
  const files = filesBelow(folder)
  const found = (path: string, isOrphan: boolean) => ({ path, relativePath: relative(folder, path), isOrphan })
  return [
    ...files.filter((path) => !formatOfPart(path)).map((path) => found(path, false)),
    ...partsWithoutMain(files).map((path) => found(path, true)),
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

/** Regular files, as they were before an interrupted change of a whole folder. */
function filesBelow(folder: string): string[] {
  const namesIn = new Map<string, Set<string>>([[folder, new Set()]])
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) namesIn.set(join(entry.parentPath, entry.name), new Set())
    if (!entry.isFile() || isPassing(entry.name)) continue
    const names = namesIn.get(entry.parentPath) ?? new Set()
    namesIn.set(entry.parentPath, names.add(entry.name))
  }
  const files: string[] = []
  for (const [path, names] of namesIn) {
    for (const [name, old] of folderBefore(path).files) {
      if (old === undefined) names.delete(name)
      else names.add(name)
    }
    for (const name of names) files.push(join(path, name))
  }
  return files.sort()
}
