/** Gathers entries of a source into rows for the catalogue, and hands their positions to the index. */
import type { Entry } from '../formats/format.ts'
import type { Game } from '../model/record.ts'
import type { Opening, OpeningBook } from '../openings/index.ts'
import { gameRow, type GameRow } from './game-row.ts'
import type { IndexBuilder } from './index-builder.ts'

/** Games of a source on their way into the catalogue. */
export interface Batch {
  rows: GameRow[]
  /** Entries taken in, games or not. */
  entries: number
  /** Games with an issue of error severity. */
  damaged: number
}

export interface BatchOptions {
  /** Number of the source's first entry in the database; an entry's game number is this plus its index. */
  firstGame: number
  source: number
  /** Indexes the positions of variations too. */
  variations: boolean
}

/** Books that name the openings of games. */
export type OpeningBooks = ReadonlyMap<Game, OpeningBook>

/** Takes in entries, those of one batch; one that is no game is counted only. */
export function makeBatch(
  entries: Iterable<Entry>,
  options: BatchOptions,
  index: IndexBuilder,
  books: OpeningBooks,
): Batch {
  const batch: Batch = { rows: [], entries: 0, damaged: 0 }
  for (const entry of entries) {
    batch.entries++
    const { index: number, record, issues, line } = entry
    if (!record) continue
    const errors = issues.filter(({ severity }) => severity === 'error').length
    if (errors > 0) batch.damaged++
    const game = options.firstGame + number
    batch.rows.push(gameRow(record, game, options.source, number, errors, openingOf(entry, books)))
    index.add(record, game, options.variations, line)
  }
  return batch
}

/** The opening that the moves of a game come by. */
function openingOf({ record, line }: Entry, books: OpeningBooks): Opening | undefined {
  const book = record && books.get(record.game)
  if (!book) return undefined
  // Of a game without symmetries the reader's keys are those of the book.
  const hasKeys = line && record.game === 'chess' && record.variant === undefined
  return hasKeys && book.ofKeys ? book.ofKeys(line.keys, line.length + 1) : book.of(record)
}
