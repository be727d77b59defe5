/** The names of a command that are databases, which are inputs as files are. */
import { statSync } from 'node:fs'

/** The names that are databases. What knows them is loaded only for folders, so that a file is read at once. */
export async function databasesAmong(names: readonly string[]): Promise<string[]> {
  const folders = names.filter((name) => statSync(name, { throwIfNoEntry: false })?.isDirectory())
  if (folders.length === 0) return []
  const { isDatabaseFolder } = await import('../../database/catalogue/folder.ts')
  return folders.filter(isDatabaseFolder)
}
