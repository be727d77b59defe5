/** Opening books on disk. */
import { existsSync, statSync } from 'node:fs'
import { bookFormatOf, BOOK_FORMATS, type Book, type BookFormat } from '../../books/index.ts'
import { describeIssue } from '../../issues/describe.ts'
import { DiskSource } from '../../node/file-source.ts'
import { CommandError, EXIT, note } from '../show/terminal.ts'

/** A book that is open, with its file. */
export interface OpenBook {
  book: Book
  format: BookFormat
  close(): void
}

/** Whether a path is a file, and so a book rather than the folder of a database. */
export function isBookPath(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** Opens a book and tells of what is wrong with it. Throws CommandError for a file that is not one. */
export async function openBook(path: string): Promise<OpenBook> {
  const format = bookFormatOf(path)
  if (/\.(?:obk|pfbook|yfk)$/i.test(path)) {
    const why =
      'the numbers that its positions are stored by are known from no source that may be used; see docs/books.md'
    throw new CommandError(`${path}: a xiangqi book in SQLite cannot be read: ${why}`, EXIT.unreadable)
  }
  if (!format) {
    const known = BOOK_FORMATS.flatMap(({ extensions }) => extensions).join(', ')
    throw new CommandError(`${path}: neither the folder of a database nor an opening book (${known})`, EXIT.unreadable)
  }
  const source = new DiskSource(path)
  try {
    const book = await format.open(source)
    for (const found of book.issues) note(`${path}: ${describeIssue(found)}`)
    return { book, format, close: () => source.close() }
  } catch (error) {
    source.close()
    throw error
  }
}
