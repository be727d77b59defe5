/** The names a command is given, as inputs: files, folders, patterns, lists of names, standard input. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { findGameFiles } from '../../node/game-files.ts'
import type { FileWithin, SharedFiles } from '../../node/unpacked-files.ts'
import { standardInput } from '../supervised.ts'
import { CommandError, EXIT, note, paint } from '../show/terminal.ts'

/** A file or database to read. */
export interface Input {
  /** Path as the user would name it; `-` is standard input. */
  path: string
  /** Path below the folder it was found in, for writing a folder with the same structure. */
  relativePath: string
  /** Named by the user, or a part of a database that is not whole: being unknown is an error, not a file to skip. */
  isNamed: boolean
  /** Its files, when it lies within a compressed file or an archive. */
  files?: FileWithin['files']
  /** The same for another thread. */
  share?: () => SharedFiles
}

/** Where names come from besides the command line. */
export interface NameOptions {
  /** A file with a name on each line; `-` is standard input. */
  filesFrom?: string
  /** Nothing is done unless all of them exist. */
  strict?: boolean
  /** Called with every name that does not exist, while others do. */
  onMissing?: (name: string) => void
}

/** Expands names into inputs: patterns that the shell left, folders, parts of databases in them left to their main file. */
export async function expandInputs(
  given: readonly string[],
  { filesFrom, strict = false, onMissing = () => {} }: NameOptions = {},
): Promise<Input[]> {
  if (filesFrom === '-' && given.includes('-')) {
    throw new CommandError('standard input cannot be both the list of files and a file', EXIT.usage)
  }
  const listed = filesFrom === undefined ? [] : await readNames(filesFrom)
  if (given.length + listed.length === 0 && filesFrom === undefined) {
    throw new CommandError('no input: give a file or folder, or - for standard input', EXIT.usage)
  }
  return existingOf([...given.flatMap(expandPattern), ...listed], strict, onMissing).flatMap((name): Input[] => {
    if (name === '-') return [{ path: '-', relativePath: 'stdin', isNamed: true }]
    if (!statSync(name).isDirectory()) return [{ path: name, relativePath: basename(name), isNamed: true }]
    return findGameFiles(name, tellUnfinished).map(({ isOrphan, ...file }) => ({ ...file, isNamed: isOrphan }))
  })
}

function tellUnfinished(path: string): void {
  note(`${path}: not complete: a program is writing it, or was when it ended; passed over`)
}

/** The names that exist: one that is missing is reported, and the others go on. Throws CommandError if none exists, or if all must. */
function existingOf(names: readonly string[], isStrict: boolean, onMissing: (name: string) => void): string[] {
  const missing = names.filter((name) => name !== '-' && !existsSync(name))
  const messages = missing.map((name) => `${name}: no such file or folder`)
  if (missing.length > 0 && (isStrict || missing.length === names.length)) {
    throw new CommandError(messages.join('\n'), EXIT.unreadable)
  }
  for (const message of messages) note(paint('red', message))
  for (const name of missing) onMissing(name)
  if (missing.length > 0) process.exitCode = EXIT.unreadable
  return names.filter((name) => !missing.includes(name))
}

/** The files of a pattern that the shell did not expand: it was quoted, or the shell is that of Windows. */
function expandPattern(name: string): string[] {
  if (!/[*?[{]/.test(name) || existsSync(name)) return [name]
  const found = globSync(name).sort()
  if (found.length === 0) throw new CommandError(`${name}: no file matches`, EXIT.unreadable)
  return found
}

/** The names of a list: one on each line, or separated by zero bytes, as `find -print0` writes them. */
async function readNames(path: string): Promise<string[]> {
  const text = path === '-' ? await readStandardText() : readFileSync(path, 'utf8')
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((name) => name !== '')
}

async function readStandardText(): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of standardInput()) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
