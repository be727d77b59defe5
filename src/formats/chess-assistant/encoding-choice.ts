/**
 * Which encoding a new database gets, when nobody asks for one: the first that holds all text and that readers will
 * find by what the text looks like. docs/formats/chess-assistant.md, Writing.
 */
import { encodeText, isAscii, isUtf8 } from '../../bytes/text.ts'
import { DEFAULT_ENCODING, looksRussian, RUSSIAN_ENCODING, voteOnEncoding } from './encoding-vote.ts'

/** The pages of single bytes that readers can tell apart, the usual one first. */
const PAGES = [DEFAULT_ENCODING, RUSSIAN_ENCODING] as const

/**
 * The encoding for names and titles, of which the whole database has one: the first page that holds them all and by
 * which they are read again, else UTF-8.
 * @param commentPage of {@link CommentEncoder}: readers who look at few comments take those for of the page of names
 */
export function chooseEncoding(texts: readonly string[], commentPage: string | undefined): string {
  const fitting = PAGES.find((page) => {
    if (page === RUSSIAN_ENCODING && commentPage === DEFAULT_ENCODING) return false
    const encoded: Uint8Array[] = []
    for (const text of texts) {
      const { bytes, lost } = encodeText(text, page)
      if (lost.length > 0) return false
      if (!isAscii(bytes)) encoded.push(bytes)
    }
    return encoded.length === 0 || voteOnEncoding(encoded, '').reading === page
  })
  return fitting ?? 'utf-8'
}

/**
 * Encodes comments, which may be in two encodings: those that only UTF-8 can be are read as such. The others share the
 * page of the first of them; a comment that looks like one of another page goes over to UTF-8.
 */
export class CommentEncoder {
  /** The page of single bytes, once a comment is written in one. */
  page: string | undefined

  encode(text: string): Uint8Array {
    for (const page of this.page === undefined ? PAGES : [this.page]) {
      const encoded = encodeText(text, page)
      if (encoded.lost.length > 0 || !tellsPage(encoded.bytes, page)) continue
      this.page = page
      return encoded.bytes
    }
    return encodeText(text, 'utf-8').bytes
  }
}

/** Whether readers find the page of a comment by what it looks like, or need not. Pages that they cannot tell apart are asked for. */
export function tellsPage(bytes: Uint8Array, page: string): boolean {
  if (!PAGES.some((known) => known === page) || isAscii(bytes)) return true
  return !isUtf8(bytes) && (page === RUSSIAN_ENCODING) === looksRussian(bytes)
}
