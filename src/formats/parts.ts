/** Which files belong to a database of several files, and what they contain. */
import { beforeUnfinishedChange, type StateBefore } from '../bytes/journal.ts'
import { extension, stem, type FileSet } from '../bytes/source.ts'
import type { Format } from './format.ts'

/** What a format says about its files. */
export type FilesOfFormat = Pick<Format, 'extensions' | 'parts' | 'sharesParts' | 'archive'>

/** The extensions of main files: those to open, except for archives, which are single files. */
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
 * The files of a database as they were before an interrupted change, and issues that say so. The journal is the same
 * for all formats, so none needs a function for this: it is enough that a format names its files. Throws FormatError if
 * there was no such database before the change.
 */
export function settledFiles(format: FilesOfFormat, files: FileSet): StateBefore {
  return beforeUnfinishedChange(files, partTest(format, files.main.name))
}
