/** Annotations: up to three codes, a text, and a mark of the end. docs/formats/cbf.md, Annotations. */
import type { MoveNode } from '../../model/tree.ts'
import { decodePage, type CodePage } from './code-pages.ts'

const END = 0xff
const LINE_BREAK = 0xfe

/** Glyphs by code: on the move, on the position, before the move. 0 for codes without one. */
const GLYPHS: readonly (readonly number[])[] = [
  [0, 1, 2, 5, 6, 3, 4, 0, 140, 142],
  [0, 18, 16, 14, 10, 13, 15, 17, 19, 44, 45, 132, 36, 40, 138, 8],
  [0, 145, 142, 140, 144, 142, 143, 0],
]

/** How the source says where a glyph stands, where that is not usual. */
const PLACES = ['move', 'position', 'prefix'] as const

/** Glyphs that usually stand before their move. */
const FIRST_PREFIX = 140
const LAST_PREFIX = 145

/** Pieces in texts. */
const FIGURINES: Readonly<Record<number, string>> = {
  0xb1: '♔',
  0xb2: '♕',
  0xb3: '♘',
  0xb4: '♗',
  0xb5: '♖',
  0xb6: '♙',
}

/** The entries of an annotation area, and the bytes behind the last of them. */
export function splitEntries(area: Uint8Array): { entries: Uint8Array[]; rest: number } {
  const entries: Uint8Array[] = []
  let start = 0
  for (let end = area.indexOf(END); end >= 0; end = area.indexOf(END, start)) {
    entries.push(area.subarray(start, end))
    start = end + 1
  }
  return { entries, rest: area.length - start }
}

/** The text of an entry without its codes. */
export function textOf(entry: Uint8Array): Uint8Array {
  let start = GLYPHS.length
  while (start < entry.length && entry[start] === 0) start++
  return entry.subarray(start)
}

/** Puts an entry on its node. */
export function attachEntry(entry: Uint8Array, node: MoveNode, page: CodePage): void {
  for (const [place, glyphs] of GLYPHS.entries()) {
    const code = entry[place] ?? 0
    if (code === 0) continue
    const nag = glyphs[code] ?? 0
    if (nag === 0) {
      // Codes without a glyph, such as the sign of mate, are kept by their number.
      const name = `${PLACES[place]!}-${code}`
      ;(node.annotations ??= []).push({ type: 'unknown', format: 'cbf', code: name, base64: '' })
      continue
    }
    const isPrefix = nag >= FIRST_PREFIX && nag <= LAST_PREFIX
    const isUsual = isPrefix === (place === 2)
    ;(node.glyphs ??= []).push(isUsual ? { nag } : { nag, code: PLACES[place]! })
  }
  const text = decodeComment(textOf(entry), page)
  if (text !== '') (node.comments ??= []).push({ text, placement: 'after' })
}

/** Decodes a comment: zeros are spaces, and pieces stand where their move follows. */
export function decodeComment(bytes: Uint8Array, page: CodePage): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0) text += ' '
    else if (byte === LINE_BREAK) text += '\n'
    else text += FIGURINES[byte] ?? decodePage(bytes.subarray(at, at + 1), page)
  }
  return text
}
