/**
 * Opening books: those of PolyGlot read and made, those of ChessBase and ElephantEye read. The contract is in book.ts. Imports the
 * model, bytes and rules only, and no Node module.
 * @module ludograph/books
 */
import { extension } from '../bytes/source.ts'
import type { BookFormat } from './book.ts'
import { ctg } from './ctg.ts'
import { elephanteye } from './elephanteye.ts'
import { polyglot } from './polyglot.ts'

export type * from './book.ts'
export { ctg, elephanteye, polyglot }
export { polyglotKey } from './polyglot-key.ts'
export { PolyglotBuilder, type BookOptions, type BuiltBook } from './polyglot-builder.ts'
export type { TallyStore } from './move-tallies.ts'

/** Every format of books, in alphabetical order of its id. */
export const BOOK_FORMATS: readonly BookFormat[] = [ctg, elephanteye, polyglot]

/** The format of a book by the name of its file. */
export function bookFormatOf(name: string): BookFormat | undefined {
  return BOOK_FORMATS.find(({ extensions }) => extensions.includes(extension(name)))
}
