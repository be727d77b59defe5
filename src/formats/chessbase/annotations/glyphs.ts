/** Symbols, type 03: one on the move, one on the position, one before the move. docs/formats/chessbase.md, Symbols. */
import type { Glyph } from '../../../model/annotation.ts'

/** The places of the three bytes, in their order. */
export const GLYPH_PLACES = ['move', 'position', 'prefix'] as const

/** The usual place of a glyph, as an index of {@link GLYPH_PLACES}. */
export function usualPlace(nag: number): number {
  if (nag >= 140 && nag <= 145) return 2
  return nag < 10 || nag === 22 || nag === 23 ? 0 : 1
}

/** Reads up to three bytes. The code of a glyph says so if it is not in its usual place. */
export function readGlyphs(data: Uint8Array): Glyph[] | undefined {
  if (data.length > GLYPH_PLACES.length) return undefined
  const glyphs: Glyph[] = []
  for (const [place, nag] of data.entries()) {
    if (nag === 0) continue
    glyphs.push(place === usualPlace(nag) ? { nag } : { nag, code: GLYPH_PLACES[place]! })
  }
  return glyphs
}
