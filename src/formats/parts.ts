/** Which files belong to a database of several files, and what they hold. */
import { beforeUnfinishedChange, type StateBefore } from '../bytes/journal.ts'
import { extension, stem, type FileSet } from '../bytes/source.ts'
import type { Format } from './format.ts'

/** What a format says of its files. */
export type FilesOfFormat = Pick<Format, 'extensions' | 'parts' | 'sharesParts' | 'archive'>

/** The extensions of main files: those to open, but for archives, which are files of their own. */
export function mainExtensions({ extensions, archive }: FilesOfFormat): string[] {
  return extensions.filter((one) => one !== archive?.extension && one !== archive?.protectedExtension)
}

/** Whether a file is the main file of a database of several files, by its name. */
export function isMainFile(format: FilesOfFormat, name: string): boolean {
  return format.parts !== undefined && mainExtensions(format).includes(extension(name))
}

/** A test of names: whether a file beside the main one belongs to the same database. */
export function partTest(format: FilesOfFormat, mainName: string): (name: string) => boolean {
  const { parts = [], sharesParts = false } = format
  const own = stem(mainName).toLowerCase()
  const known = new Set([...mainExtensions(format), ...parts])
  return (name) => known.has(extension(name)) && (sharesParts || stem(name).toLowerCase() === own)
}

/**
 * The files of a database as they were before a change that was cut short, and issues that say so. The journal is
 * the same for all formats, so that none needs a function of its own: it is enough that a format names its files.
 * Throws FormatError when there was no such database before the change.
 */
export function settledFiles(format: FilesOfFormat, files: FileSet): StateBefore {
  return beforeUnfinishedChange(files, partTest(format, files.main.name))
}
