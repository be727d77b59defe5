/** Paths of outputs: in folders, numbered, and what may be replaced. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { nameWithin } from '../../bytes/packed/index.ts'
import { fileNameKey, safePath } from '../../bytes/file-name.ts'
import { FOLDER_KEY } from '../../bytes/journal.ts'
import { extension, stem } from '../../bytes/source.ts'
import type { Format } from '../../formats/format.ts'
import { COMPRESSED_EXTENSIONS } from '../../node/compressed-sink.ts'
import { FolderChange } from '../../node/folder-change.ts'
import { CommandError, EXIT, note } from '../show/terminal.ts'

/** The extension of an output with that of its compression: `.pgn.gz`. */
export function wholeExtension(path: string): string {
  return COMPRESSED_EXTENSIONS.includes(extension(path)) ? extname(nameWithin(path)) + extname(path) : extname(path)
}

/** Whether an output path is a folder: it exists as one, or is written like one. */
export function isFolderPath(path: string): boolean {
  if (path === '-') return false
  if (/[/\\]$/.test(path)) return true
  return existsSync(path) ? statSync(path).isDirectory() : extname(path) === ''
}

/**
 * The path of an input's output in a folder, with the target's extension. Two inputs that would share one (`a.xqf` and
 * `a.pgn`) get different names. @param used the paths in use, each with the last number appended to it; the new one is
 * added
 */
export function pathInFolder(folder: string, relativePath: string, format: Format, used: Map<string, number>): string {
  const own = join(folder, safePath(join(dirname(relativePath), stem(basename(relativePath)))) ?? format.id)
  const plain = own + format.extensions[0]
  let path = plain
  // Counting continues after the last input with the same name, so that many of them do not take longer each.
  let number = used.get(fileNameKey(plain)) ?? 1
  while (used.has(fileNameKey(path))) path = `${own}-${++number}${format.extensions[0]}`
  used.set(fileNameKey(plain), number)
  if (path !== plain) used.set(fileNameKey(path), 1)
  return path
}

/** Refuses to overwrite a file that is being read. */
export function refuseSamePath(input: string, output: string): void {
  if (input !== '-' && output !== '-' && resolve(input) === resolve(output)) {
    throw new CommandError(`${output}: the output would overwrite the input`, EXIT.usage)
  }
}

/** Begins a change of a whole folder: everything written to it appears together. */
export function changeFolder(folder: string): FolderChange {
  return new FolderChange(folder, FOLDER_KEY, () => false, { onWait: tellOfWaiting })
}

/** Reports that a command is waiting for another. */
export function tellOfWaiting(path: string): void {
  note(`waiting for another program to finish writing ${path}`)
}

/**
 * Whether existing files may be replaced; false if there are none. Throws CommandError if the user has not given
 * --force and does not agree when asked on a terminal. @param paths the files that would be written @param advice an
 * alternative, as the end of a sentence
 */
export async function mayReplace(
  paths: readonly string[],
  { force = false }: { force?: boolean },
  advice = '',
): Promise<boolean> {
  const present = paths.filter((path) => path !== '-' && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  if (present.length === 0 || force) return force
  const others = present.length > 1 ? ` and ${present.length - 1} more` : ''
  const what = `${present[0]}${others}`
  const { canAsk, confirm } = await import('../show/question.ts')
  if (canAsk() && (await confirm(`Replace ${what}?`))) return true
  const verb = present.length > 1 ? 'exist' : 'exists'
  throw new CommandError(`${what} already ${verb}; use --force to overwrite${advice}`, EXIT.usage)
}

/** The existing numbered files of an output. */
export function numberedFiles(path: string): string[] {
  const [folder, extension] = [dirname(path), wholeExtension(path)]
  const start = `${basename(path, extension)}-`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(extension))
    .filter((name) => /^[0-9]+$/.test(name.slice(start.length, name.length - extension.length)))
    .sort((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    .map((name) => join(folder, name))
}
