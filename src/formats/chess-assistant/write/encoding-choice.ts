/**
 * Chooses the encoding of a new database if none is requested: the first that can encode all text and that readers will
 * recognise from the text. docs/formats/chess-assistant.md, Writing.
 */
import { encodeText, isAscii, isUtf8 } from '../../../bytes/text.ts'
import { DEFAULT_ENCODING, looksRussian, RUSSIAN_ENCODING, voteOnEncoding } from '../read/encoding-vote.ts'

/** The single-byte code pages that readers can distinguish, the default first. */
const PAGES = [DEFAULT_ENCODING, RUSSIAN_ENCODING] as const

/**
 * The encoding for names and titles, of which the whole database has one: the first page that can encode them all and
 * in which readers will decode them, otherwise UTF-8. @param commentPage of {@link CommentEncoder}: if there are few
 * comments, readers assume that they are in the page of the names
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
 * Encodes comments, which may be in two encodings: those that can only be UTF-8 are read as such. The others share the
 * page of the first of them; a comment that would look like another page is written in UTF-8.
 */
export class CommentEncoder {
  /** The single-byte page, once a comment is written in one. */
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
