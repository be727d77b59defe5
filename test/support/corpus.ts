/**
 * Real files of the shared corpus. Tests use them where they are: in the
 * folder named by LUDOGRAPH_CORPUS, else in `../shared/corpus` beside the
 * project. Where they are not, the tests that need them say what they skip.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const named = process.env['LUDOGRAPH_CORPUS']
const root = resolve(named ?? join(import.meta.dirname, '../../../shared/corpus'))
if (named !== undefined && !existsSync(root)) throw new Error(`LUDOGRAPH_CORPUS names ${root}, which is not there`)

/** Whether a folder or file of the corpus is there. */
export function hasCorpus(path: string): boolean {
  return existsSync(join(root, path))
}

/** Absolute path of a corpus file. */
export function corpusPath(path: string): string {
  return join(root, path)
}

/** Bytes of a corpus file. */
export function corpusBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(root, path)))
}

/**
 * Files below a corpus folder for `test.each`. Where the folder is missing, its
 * own path stands for them, so that the skipped tests are seen and counted.
 */
export function corpusCases(path: string, pattern: RegExp): string[] {
  return hasCorpus(path) ? corpusFiles(path, pattern) : [path]
}

/** All files below a corpus folder whose names match, as paths relative to the corpus, sorted. */
export function corpusFiles(path: string, pattern: RegExp): string[] {
  const found: string[] = []
  const folders = [join(root, path)]
  while (folders.length > 0) {
    const folder = folders.pop()!
    for (const name of readdirSync(folder)) {
      const full = join(folder, name)
      if (statSync(full).isDirectory()) folders.push(full)
      else if (pattern.test(name)) found.push(relative(root, full))
    }
  }
  return found.sort()
}
