/** Which files belong to a database of several files. */
import { extension, stem } from '../bytes/source.ts'
import type { Format } from './format.ts'

/** A test of names: whether a file beside the main one belongs to the same database. */
export function partTest(
  { extensions, parts = [], sharesParts = false }: Pick<Format, 'extensions' | 'parts' | 'sharesParts'>,
  mainName: string,
): (name: string) => boolean {
  const own = stem(mainName).toLowerCase()
  // Its other extensions are those of archives: files of their own.
  const mains = sharesParts ? extensions : extensions.slice(0, 1)
  const known = new Set([...mains, ...parts])
  return (name) => known.has(extension(name)) && (sharesParts || stem(name).toLowerCase() === own)
}
