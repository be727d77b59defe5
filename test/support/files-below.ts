/** The files below a folder, or the file itself. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Full paths of the files below `path` whose names match. */
export function filesBelow(path: string, pattern: RegExp): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
