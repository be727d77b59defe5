/** Games that a server gives as text within its JSON, or whose JSON says what text says: read by the reader of that text. */
import { MemoryFileSet, MemorySource } from '../../bytes/source.ts'
import { shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import type { Collection } from '../format.ts'
import { openPgn } from '../pgn/reader.ts'
import { openSgf } from '../sgf/reader.ts'
import type { ReadEntry } from '../record-collection.ts'

/** Reads the first game of PGN. */
export function readPgnText(text: string): ReadEntry {
  return first(text, () => openPgn(fileOf('game.pgn', text), { encoding: 'utf-8' }))
}

/** Reads the first game of SGF. */
export function readSgfText(text: string): ReadEntry {
  return first(text, () => openSgf(fileOf('game.sgf', text), { encoding: 'utf-8' }))
}

const fileOf = (name: string, text: string) => new MemoryFileSet(new MemorySource(name, new TextEncoder().encode(text)))

/**
 * Issues of the text keep what they say; where they stand in the file is where its game stands. A text that is none of its
 * kind has no game: the others of the file are read all the same.
 */
function first(text: string, open: () => Collection): ReadEntry {
  let collection: Collection
  try {
    collection = open()
  } catch (error) {
    if (error instanceof FormatError) return { issues: [] }
    throw error
  }
  if (collection.count === 0) return { issues: [] }
  const { record, issues } = collection.entry(0)
  const found = issues.map(({ place: _place, ...each }) => each)
  if (collection.count > 1) found.push(issue('text/left-out', 'warning', { text: shorten(restOf(text, collection)) }))
  return { record, issues: found }
}

/** The games of a text behind its first. */
function restOf(text: string, collection: Collection): string {
  const offset = collection.entry(1).record?.origin?.offset ?? 0
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(offset)).trim()
}

/** A value of a tag. */
export function tag(name: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return ''
  return `[${name} "${String(value)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\\"]/g, '\\$&')}"]\n`
}
