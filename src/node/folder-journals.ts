/**
 * Journals of changes of whole folders, in a folder or further up: whoever reads a file below looks through them, so
 * that an output of several files is seen whole or not at all. See docs/safety.md.
 */
import { readFileSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FOLDER_KEY, isChangedByName, journalName, readJournal, type FileBefore } from '../bytes/journal.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { entryAt, isSameFile, pathBelow } from './disk.ts'
import { isMade } from './made.ts'

/** The files of one folder before changes of whole folders that were cut short. */
export interface FolderBefore {
  /** By the name of a file: the path of what it was before, undefined where there was none. Other files are as they are. */
  files: ReadonlyMap<string, string | undefined>
  /** Names of journals in this folder that have been looked at, and are nobody else's business. */
  journals: ReadonlySet<string>
  issues: readonly Issue[]
}

const NOTHING: FolderBefore = { files: new Map(), journals: new Set(), issues: [] }

/**
 * Looks at a folder through the journals of it and of the folders above. Changes nothing.
 * @param main the file of main interest: one that was written with others beside it has a journal of its own
 */
export function folderBefore(folder: string, main?: string): FolderBefore {
  const journals = journalsAbove(folder)
  const own = realpathSync(folder)
  if (main !== undefined) journals.push(...journalOf(own, main))
  if (journals.length === 0) return NOTHING
  const files = new Map<string, string | undefined>()
  const issues: Issue[] = []
  // The innermost counts, the last one: a change undoes those further up before it begins.
  for (const { top, key, entry, content } of journals) {
    const place = { file: join(top, journalName(key)) }
    if (content instanceof FormatError) {
      if (top === own) issues.push(issue('files/foreign-journal', 'warning', { reason: messageOf(content) }, place))
      continue
    }
    const before = content.flatMap((file) => (dirname(join(top, file.name)) === own ? lookBack(top, file, entry) : []))
    if (before.length > 0) issues.push(issue('files/unfinished-change', 'warning', {}, place))
    for (const [path, old] of before) files.set(basename(path), old)
  }
  const looked = journals.flatMap(({ top, key }) => (top === own ? [journalName(key)] : []))
  return { files, journals: new Set(looked), issues }
}

/** The folders whose changes were cut short and have to be undone before anything in a folder changes, outermost first. */
export function unfinishedAbove(folder: string): string[] {
  const own = realpathSync(folder)
  return journalsAbove(folder).flatMap(({ top, entry, content }) => {
    // What is wrong with the journal of the folder itself is told by whoever undoes it.
    if (top === own) return [top]
    if (content instanceof FormatError) return []
    const below = `${pathBelow(top, own)}/`
    const isConcerned = content.some((file) => file.name.startsWith(below) && lookBack(top, file, entry).length > 0)
    return isConcerned ? [top] : []
  })
}

interface JournalFound {
  /** The folder that it lies in, links resolved. */
  top: string
  key: string
  entry: Stats
  /** What it holds, or why that is not to be believed. */
  content: readonly FileBefore[] | FormatError
}

/** The journals of a folder and of those above it, outermost first. */
function journalsAbove(folder: string): JournalFound[] {
  const found: JournalFound[] = []
  for (let top = realpathSync(folder); ; top = dirname(top)) {
    found.unshift(...journalOf(top, FOLDER_KEY))
    if (dirname(top) === top) return found
  }
}

function journalOf(top: string, key: string): JournalFound[] {
  const path = join(top, journalName(key))
  const entry = entryAt(path)
  return entry?.isFile() ? [{ top, key, entry, content: contentOf(path, key, entry) }] : []
}

/** Journals are large where there are many files, and each of them is looked at through it: the last one is kept. */
let last: { id: string; content: JournalFound['content'] } | undefined

function contentOf(path: string, key: string, { dev, ino, size, mtimeMs }: Stats): JournalFound['content'] {
  const id = JSON.stringify([path, dev, ino, size, mtimeMs])
  if (last?.id !== id) last = { id, content: readContent(path, key) }
  return last.content
}

function readContent(path: string, key: string): JournalFound['content'] {
  try {
    const files = readJournal(new Uint8Array(readFileSync(path)), basename(path), key)
    const stranger = files.find(isChangedByName)
    return stranger ? new FormatError('file/journal-foreign', { name: stranger.name }, { file: basename(path) }) : files
  } catch (error) {
    if (error instanceof FormatError) return error
    // It cannot be read, or is gone.
    return []
  }
}

/** A path and what it was before, where the change has come as far as that and nobody has put anything else there since. */
function lookBack(top: string, file: FileBefore, journal: Stats): [path: string, old: string | undefined][] {
  const path = join(top, file.name)
  const entry = entryAt(path)
  if (file.was === 'absent') {
    return entry && file.made && isMade(entry, file.made, journal) ? [[path, undefined]] : []
  }
  if (file.was !== 'kept') return []
  const backup = join(top, file.backup)
  if (!entryAt(backup)?.isFile() || isSameFile(path, backup)) return []
  const isTheirs = entry
    ? file.made !== undefined && isMade(entry, file.made, journal)
    : entryAt(dirname(path))?.uid === journal.uid
  return isTheirs ? [[path, backup]] : []
}
