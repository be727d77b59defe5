/** The command that makes a database again from the files its games came from. */
import { format, parse } from 'node:path'

/** Files that a command names; with more, people know better which folder holds them. */
const MANY_FILES = 20

/**
 * @param folder of the database, as it was named
 * @param sources paths of the files
 * @returns a command for the shell, which imports them into a new folder beside it
 */
export function rebuildCommand(folder: string, sources: readonly string[]): string {
  const { dir, name, ext } = parse(folder)
  const files = sources.slice(0, MANY_FILES).map(shellWord)
  const rest = sources.length > MANY_FILES ? ['...'] : []
  return ['ludograph import', shellWord(format({ dir, name: `${name}-new`, ext })), ...files, ...rest].join(' ')
}

/** A word of a command, in quotation marks where the shell would take it apart. */
function shellWord(text: string): string {
  if (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(text)) return text
  if (process.platform === 'win32') return `"${text}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}
