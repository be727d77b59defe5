/** The opening books that the server has beside its database. */
import type { DescribedBook } from '../../../../src/books/describe.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { addBooks, type BookSource } from '../explorer/book-sources.ts'
import { requestJson, type DatabaseInfo } from './server.ts'

/** Shows the books in the explorer. */
export function showServedBooks(books: DatabaseInfo['books']): void {
  const source: BookSource = {
    games: [...new Set(books.map(({ game }) => game))],
    async lookUp(game: Game, position, signal) {
      const rules = rulesOf(game)
      const parameters = { game, fen: rules.format(position) }
      const { books: found } = await requestJson<{ books: DescribedBook[] }>('books', parameters, signal)
      return found.map(({ book, moves, unread = 0 }) => ({
        name: book,
        unread,
        moves: moves.flatMap(({ uci, ...facts }) => {
          const move = rules.readMove(position, uci)
          return move === undefined ? [] : [{ ...facts, move }]
        }),
      }))
    },
  }
  addBooks(source)
}
