/** Adds games to a text of Othello games. */
import { joinBytes } from '../../bytes/resize.ts'
import type { FileEdit } from '../../bytes/edit.ts'
import { MemoryFileSet, MemorySource, readAll, type FileSet } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import { othello, OthelloPosition } from '../../rules/othello/index.ts'
import { endOfText, lineEndOf, missingGap, type LineEnd } from '../append-text.ts'
import type { Collection, WriteOptions, Writer } from '../format.ts'
import { MAX_SIZE, openOthelloText } from './reader.ts'
import { writeOthelloText } from './writer.ts'

/** A game that is not there, to see whether games after the last one are games of their own. */
const NEXT = 'f5d6c3'

/**
 * Starts adding games. Rejects with FormatError if the file is something else, or if lines after its last game would be
 * read as a part of it.
 */
export async function appendOthelloText(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Promise<Writer> {
  const { main } = files
  if (main.size === 0) return await writeOthelloText(endOfText(files, edit, ''), options)
  // Moves and boards are ASCII, as every encoding that is read has it.
  // A lone carriage return ends no line of it.
  const lineEnd = lineEndOf(files, 'utf-8') === '\r\n' ? '\r\n' : '\n'
  const { gap, followsBoard } = await findGap(files, lineEnd)
  const out = endOfText(files, edit, gap, 'utf-8', lineEnd)
  return await writeOthelloText(out, { ...options, encoding: 'utf-8' }, followsBoard)
}

/** What must be between the games that are there and the next, and whether that needs its board. */
async function findGap(files: FileSet, lineEnd: LineEnd): Promise<{ gap: string; followsBoard: boolean }> {
  const there = await openOthelloText(files)
  const board = `${othello.format(new OthelloPosition(8, 8))} `
  for (const gap of ['\n', '\n\n']) {
    const missing = missingGap(files, gap, 'utf-8', lineEnd)
    for (const before of ['', board]) {
      const next = new TextEncoder().encode(`${before}${NEXT}${lineEnd}`)
      if (isKept(there, await openWith(files, missing, next))) return { gap, followsBoard: before !== '' }
    }
  }
  throw new FormatError('othello-text/open-end', {}, { file: files.main.name, record: there.count - 1 })
}

/** The file with text at its end, in memory; undefined if it is not valid then. */
async function openWith({ main }: FileSet, ...added: readonly Uint8Array[]): Promise<Collection | undefined> {
  const both = joinBytes([readAll(main, MAX_SIZE), ...added])
  try {
    return await openOthelloText(new MemoryFileSet(new MemorySource(main.name, both)))
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Whether a text has the same last game as before, and one game of three moves more. */
function isKept(there: Collection, both: Collection | undefined): boolean {
  if (both?.count !== there.count + 1) return false
  const last = there.count - 1
  const isSame = last < 0 || said(both, last) === said(there, last)
  const next = both.entry(there.count).record!
  return isSame && next.nodes.length === 4 && next.nodes.every(({ unread }) => unread === undefined)
}

function said(collection: Collection, index: number): string {
  const { origin: _origin, ...rest } = collection.entry(index).record!
  return JSON.stringify(rest)
}
