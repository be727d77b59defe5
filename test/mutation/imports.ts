/** Which modules of the project import which, to find the tests that a source can make fail. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from '../support/files-below.ts'

const IMPORT =
  /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'?]+)|new URL\('(\.[^']+)'|moduleBeside\(import\.meta\.url, '(\.[^']+)'/g

/**
 * The number of imports between a module and each module that reaches it, by
 * full path; worker threads count as imported.
 */
export function distancesTo(module: string, root: string): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const file of ['src', 'test', 'web/src'].flatMap((folder) => filesBelow(join(root, folder), /\.tsx?$/))) {
    for (const [, imported, thread, beside] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = join(dirname(file), imported ?? thread ?? `${beside}.ts`)
      if (!existsSync(target)) continue
      const known = importers.get(target)
      if (known) known.push(file)
      else importers.set(target, [file])
    }
  }
  const distances = new Map([[module, 0]])
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}
