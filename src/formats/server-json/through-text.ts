/** Games that a server gives as text within its JSON, or whose JSON says what text says: read by the reader of that text. */
import { MemoryFileSet, MemorySource } from '../../bytes/source.ts'
import type { Collection } from '../format.ts'
import { openPgn } from '../pgn/reader.ts'
import { openSgf } from '../sgf/reader.ts'
import type { FoundGame } from './json-game.ts'

/** Reads the first game of PGN. */
export function readPgnText(text: string): FoundGame {
  return first(openPgn(fileOf('game.pgn', text), { encoding: 'utf-8' }))
}

/** Reads the first game of SGF. */
export function readSgfText(text: string): FoundGame {
  return first(openSgf(fileOf('game.sgf', text), { encoding: 'utf-8' }))
}

const fileOf = (name: string, text: string) => new MemoryFileSet(new MemorySource(name, new TextEncoder().encode(text)))

/** Issues of the text keep what they say; where they stand in the file is where its game stands. */
function first(collection: Collection): FoundGame {
  if (collection.count === 0) return { issues: [] }
  const { record, issues } = collection.entry(0)
  return { record, issues: issues.map(({ place: _place, ...each }) => each) }
}

/** A value of a tag. */
export function tag(name: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return ''
  return `[${name} "${String(value)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\\"]/g, '\\$&')}"]\n`
}
