/** Adds games to a PGN file, in its encoding and with its line ends. */
import type { FileEdit } from '../../bytes/edit.ts'
import { MemoryFileSet, MemorySource, readAll, type FileSet } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { FormatError } from '../../issues/errors.ts'
import type { GameRecord } from '../../model/record.ts'
import { encodingToAdd, endOfText, lineEndOf } from '../append-text.ts'
import type { Collection, Entry, WriteOptions, Writer } from '../format.ts'
import { openPgn } from './reader.ts'
import { formatResult } from './tags/results.ts'
import { writePgn } from './writer.ts'

/** What is between two games. */
const GAP = '\n\n'

/**
 * Starts adding games. Throws FormatError if the file is something else, or if its last game is open in a way that what
 * is added would become part of it.
 */
export function appendPgn(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Writer {
  const collection = openPgn(files)
  const encoding = encodingToAdd(files, collection.about, options.encoding)
  const isEmpty = files.main.size === 0
  const gap = isEmpty ? GAP : closingOf(files, collection, encoding) + GAP
  const lineEnd = isEmpty ? '\n' : lineEndOf(files, encoding)
  return writePgn(endOfText(files, edit, gap, encoding, lineEnd), { ...options, encoding }, !isEmpty)
}

/** What tells that a game ends before all of it was said. */
const OPEN = new Set(['pgn/unterminated-comment', 'pgn/unterminated-variation'])

/** A game that is not there, to see whether games after the last one are games of their own. */
const NEXT = '[Event "?"]\n\n*\n'

/**
 * What the last game lacks at its end: nothing, or its result. Another game is put after it in memory: the last one must
 * be read as it is read alone.
 */
function closingOf(files: FileSet, collection: Collection, encoding: string): string {
  const last = collection.count - 1
  if (last < 0) return ''
  const text = textFrom(files, collection.starts!().at(last)!, encoding)
  const alone = gamesIn(text)
  const record = alone[0]?.record
  if (alone.length === 1 && record && !alone[0]!.issues.some(({ id }) => OPEN.has(id))) {
    const token = `\n${formatResult(record.header.result)}`
    // A blank line after moves ends a game, too, and a result after it would be read as a game of its own.
    const isEnded = hasResult(text) || (record.nodes.length > 1 && endsBlank(text))
    const closing = (isEnded ? [''] : [token, '']).find((end) => isKept(record, gamesIn(text + end + GAP + NEXT)))
    if (closing !== undefined) return closing
  }
  throw new FormatError('pgn/open-end', {}, { file: files.main.name, record: last })
}

/** The text of the last game, its lines ended by line feeds. */
function textFrom({ main }: FileSet, offset: number, encoding: string): string {
  // UTF-16 is read as UTF-8, and offsets are in that.
  const isUtf16 = encoding.startsWith('utf-16')
  const text = decodeText(isUtf16 ? readAll(main, main.size) : main.read(offset, main.size), encoding)
  const own = isUtf16 ? decodeText(new TextEncoder().encode(text).subarray(offset), 'utf-8') : text
  return own.replaceAll(/\r\n?/g, '\n')
}

function gamesIn(text: string): Entry[] {
  const source = new MemorySource('last.pgn', new TextEncoder().encode(text))
  return [...openPgn(new MemoryFileSet(source), { encoding: 'utf-8' }).entries()]
}

/** Whether a result after a game is one too many: one of two is another than the one that is there. */
function hasResult(text: string): boolean {
  return ['\n*', '\n1-0'].some((token) =>
    gamesIn(text + token).some(({ issues }) => issues.some(({ id }) => id === 'pgn/second-result')),
  )
}

/** Whether a text ends with a blank line. */
function endsBlank(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2
}

function isKept(record: GameRecord, games: readonly Entry[]): boolean {
  const [kept] = games
  return games.length === 2 && kept?.record !== undefined && said(kept.record) === said(record)
}

function said({ origin: _origin, ...rest }: GameRecord): string {
  return JSON.stringify(rest)
}
