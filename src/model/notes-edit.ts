/** Toggling glyphs and marks on a node: adding one that is already there removes it. */
import type { Glyph, Mark } from './annotation.ts'

/** Groups of glyphs of which a node has at most one: judgements of the move, judgements of the position. */
const ALTERNATIVES: readonly (readonly [number, number])[] = [
  [1, 9],
  [10, 21],
]

/** Adds a glyph by its PGN number, replacing one of the same group, or removes it if it is there. */
export function toggleGlyph(glyphs: readonly Glyph[], nag: number): Glyph[] {
  const others = glyphs.filter((glyph) => glyph.nag !== nag)
  if (others.length < glyphs.length) return others
  const kind = ALTERNATIVES.find(([from, to]) => nag >= from && nag <= to)
  const kept = kind ? others.filter((glyph) => glyph.nag < kind[0] || glyph.nag > kind[1]) : others
  return [...kept, { nag }].sort((left, right) => left.nag - right.nag)
}

/**
 * Draws a mark, or removes it if it is there. It replaces a mark of another colour or letter. As in SGF, a square has
 * one shape at a time; it may be coloured as well.
 */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const kept = marks.filter((other) => layerOf(other) !== layerOf(mark))
  const wasThere = marks.some((other) => layerOf(other) === layerOf(mark) && sameLook(other, mark))
  return wasThere ? kept : [...kept, mark]
}

function sameLook(left: Mark, right: Mark): boolean {
  return left.shape === right.shape && left.paint === right.paint && left.text === right.text
}

/** Marks of one layer replace one another. */
function layerOf({ shape, at, to }: Mark): string {
  if (shape === 'arrow' || shape === 'line') return `${shape} ${at} ${to}`
  return `${shape === 'colour' || shape === 'dim' || shape === 'hidden' || shape === 'territory' ? shape : 'shape'} ${at}`
}
