/** Syzygy tables on disk. */
import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { FormatError } from '../issues/errors.ts'
import { SyzygyTablebase } from '../tablebases/index.ts'
import { DiskSource } from './file-source.ts'

/**
 * Opens the Syzygy tables (`.rtbw`, `.rtbz`) of a folder and of the folders in it. Each file is opened when it is first needed, and stays
 * open. Throws FormatError for a folder without tables, and the system's error for one that cannot be read.
 */
export function openSyzygyFolder(folder: string): SyzygyTablebase {
  const paths = new Map<string, string>()
  const entries = readdirSync(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  for (const path of [...folders, folder]) {
    for (const name of readdirSync(path)) paths.set(name, join(path, name))
  }
  const tablebase = new SyzygyTablebase(basename(resolve(folder)), paths.keys(), (file) => {
    return new DiskSource(paths.get(file)!)
  })
  if (tablebase.men === 0) throw new FormatError('tablebase/none', {}, { file: folder })
  return tablebase
}
