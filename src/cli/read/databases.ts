/** The names of a command that are databases, which are inputs as files are. */
import { statSync } from 'node:fs'
import { CommandError, EXIT } from '../show/terminal.ts'
import type { ReadCommandOptions } from './read-options.ts'

/** The names that are databases. What knows them is loaded only for folders, so that a file is read at once. */
export async function databasesAmong(names: readonly string[]): Promise<string[]> {
  const folders = names.filter((name) => statSync(name, { throwIfNoEntry: false })?.isDirectory())
  if (folders.length === 0) return []
  const { isDatabaseFolder } = await import('../../database/catalogue/folder.ts')
  return folders.filter(isDatabaseFolder)
}

/** Options that say how a file is read, as they are typed. */
const OF_FILES = { from: '--from', encoding: '--encoding', option: '--option', maxUnpacked: '--max-unpacked' } as const

/** Throws CommandError for an option that says how a file is read, where only databases are: their games have been read. */
export function refuseOptionsOfFiles(
  options: ReadCommandOptions,
  names: readonly (keyof typeof OF_FILES)[] = ['from', 'encoding', 'option', 'maxUnpacked'],
): void {
  const idle = names.find((name) => options[name] !== undefined)
  if (idle === undefined) return
  throw new CommandError(`${OF_FILES[idle]} is about reading files; the games of a database have been read`, EXIT.usage)
}
