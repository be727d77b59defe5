/**
 * Journals of changes of whole folders, in a folder or further up: reading a file below takes them into account, so
 * that an output of several files is seen completely or not at all. See docs/safety.md.
 */
import { readFileSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FOLDER_KEY, isChangedByName, journalName, readJournal, type FileBefore } from '../bytes/journal.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { entryAt, isSameFile, pathBelow } from './disk.ts'
import { isMade } from './made.ts'

/** The files of one folder before interrupted changes of whole folders. */
export interface FolderBefore {
  /** By the name of a file: the path of its previous version, undefined if there was none. Other files are unchanged. */
  files: ReadonlyMap<string, string | undefined>
  /** Names of journals in this folder that have been handled here. */
  journals: ReadonlySet<string>
  issues: readonly Issue[]
}

const NOTHING: FolderBefore = { files: new Map(), journals: new Set(), issues: [] }

/**
 * Shows a folder as it was before unfinished changes, according to its journals and those of the folders above. Changes
 * nothing. @param main the main file: one written together with others has its own journal
 */
export function folderBefore(folder: string, main?: string): FolderBefore {
  const journals = journalsAbove(folder)
  const own = realpathSync(folder)
  if (main !== undefined) journals.push(...journalOf(own, main))
  if (journals.length === 0) return NOTHING
  const files = new Map<string, string | undefined>()
  const issues: Issue[] = []
  // The innermost, last one counts: a change undoes those further up before it begins.
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

/** The folders with interrupted changes that have to be undone before anything in a folder changes, outermost first. */
export function unfinishedAbove(folder: string): string[] {
  const own = realpathSync(folder)
  return journalsAbove(folder).flatMap(({ top, entry, content }) => {
    // Problems with the journal of the folder itself are reported when it is undone.
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
  /** Its contents, or why they are not trusted. */
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

/** Journals of many files are large, and are needed for each file: the last one is cached. */
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

/** The previous version of a path, if the change got that far and nothing else has been put there since. */
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
