/** The code pages of DOS in which names and comments are written: 437 of the United States and 850 of western Europe. */

import { decodeDosPage } from '../../bytes/dos-pages.ts'
import { decodeText } from '../../bytes/text.ts'

/** The names of their encodings. */
const ENCODINGS = { cp437: 'ibm437', cp850: 'ibm850' } as const

/** A code page of texts: one of DOS, or that of Windows, which later programs have. */
export type CodePage = keyof typeof ENCODINGS | 'windows-1252'

/** The code pages, the one taken without evidence first. */
export const CODE_PAGES: readonly CodePage[] = ['cp850', 'cp437', 'windows-1252']

/** Decodes a text. Control characters stay as they are. */
export function decodePage(bytes: Uint8Array, page: CodePage): string {
  return page === 'windows-1252' ? decodeText(bytes, page) : decodeDosPage(bytes, ENCODINGS[page])
}
