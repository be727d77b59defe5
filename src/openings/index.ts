/**
 * Names of openings: chess by the codes of the Encyclopaedia of Chess
 * Openings, xiangqi by ECCO, Othello by its named openings. Books are loaded when first needed.
 * @module ludograph/openings
 */
import { GAMES, type Game } from '../model/record.ts'
import { PositionBook, type OpeningBook } from './book.ts'
import type { OpeningBooks } from './complete.ts'

export * from './book.ts'
export * from './complete.ts'

const books = new Map<Game, Promise<OpeningBook | undefined>>()

/** The book of a game; undefined if there is none (Go). */
export function loadOpenings(game: Game): Promise<OpeningBook | undefined> {
  let book = books.get(game)
  if (!book) {
    book = makeBook(game)
    books.set(game, book)
  }
  return book
}

async function makeBook(game: Game): Promise<OpeningBook | undefined> {
  if (game === 'chess') return new PositionBook(game, (await import('./chess-table.ts')).CHESS_OPENINGS)
  if (game === 'othello') return new PositionBook(game, (await import('./othello-table.ts')).OTHELLO_OPENINGS)
  if (game === 'xiangqi') return (await import('./ecco.ts')).ecco
  return undefined
}

/** The books of all games that have one. */
export async function loadAllOpenings(): Promise<OpeningBooks> {
  const all = new Map<Game, OpeningBook>()
  for (const game of GAMES) {
    const book = await loadOpenings(game)
    if (book) all.set(game, book)
  }
  return all
}
