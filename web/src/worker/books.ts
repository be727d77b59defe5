/** The opening book of a worker, which has only one. */
import type { Book, BookPosition } from '../../../src/books/book.ts'
import { bookFormatOf } from '../../../src/books/index.ts'
import { BlobSource } from '../../../src/bytes/source.ts'
import type { Game } from '../../../src/model/record.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import type { OpenedBook } from './protocol.ts'

let open: { book: Book; game: Game } | undefined

/** Opens a book. Rejects with FormatError. */
export async function openBook(file: File): Promise<OpenedBook> {
  const format = bookFormatOf(file.name)
  if (!format) throw new TypeError(`${file.name} has no extension of a book`)
  const { game } = format
  open = { book: await format.open(new BlobSource(file.name, file)), game }
  return { game }
}

/** What the book has in a position, given as text. */
export function lookUpInBook(text: string): BookPosition {
  if (!open) throw new TypeError('no book is open')
  return open.book.lookUp(rulesOf(open.game).parse(text))
}
