/** The opening books beside the board: those of the server, and files that the user opened. */
import { computed, signal } from '@preact/signals'
import type { BookMove } from '../../../../src/books/book.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { Position } from '../../../../src/rules/rules.ts'

/** What a book has in a position. */
export interface BookAnswer {
  /** Name of its file. */
  readonly name: string
  readonly moves: readonly BookMove[]
  /** Moves that could not be read. */
  readonly unread: number
}

/** One or more books. */
export interface BookSource {
  readonly games: readonly Game[]
  /** Closes a book that the user opened; absent for books of a server. */
  close?(): void
  lookUp(game: Game, position: Position, signal: AbortSignal): Promise<readonly BookAnswer[]>
}

/** The sources, in the order in which they came. */
export const bookSources = signal<readonly BookSource[]>([])

/** Whether any book is open. */
export const hasBooks = computed(() => bookSources.value.length > 0)

/** Shows another source beside those there are. */
export function addBooks(source: BookSource): void {
  bookSources.value = [...bookSources.value, source]
}

/** Closes the books of a source. */
export function removeBooks(source: BookSource): void {
  source.close?.()
  bookSources.value = bookSources.value.filter((other) => other !== source)
}
