/** Opening books beside the database: what they have in a position. */
import type { Context } from 'hono'
import type { Book } from '../books/book.ts'
import { describeBook } from '../books/describe.ts'
import type { Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import { readQuery } from './request.ts'

/** An open book, with the game whose positions it has. */
export interface ServedBook {
  book: Book
  game: Game
}

/** What the books of a game have in a position. */
export function answerBooks(context: Context, books: readonly ServedBook[]): Response {
  const { game = 'chess', position: asked } = readQuery(context.req.query())
  const position = asked?.position ?? rulesOf(game).start()
  const ofGame = books.filter((served) => served.game === game)
  return context.json({
    game,
    fen: rulesOf(game).format(position),
    books: ofGame.map(({ book }) => describeBook(book, game, position, book.lookUp(position))),
  })
}
