/** Glyphs and marks put on a node by hand: what is there already is taken away by the same act. */
import type { Glyph, Mark } from './annotation.ts'

/** Glyphs of which a node has one at most: judgements of the move, judgements of the position. */
const ALTERNATIVES: readonly (readonly [number, number])[] = [
  [1, 9],
  [10, 21],
]

/** Adds a glyph by its PGN number, or takes it away; one of its kind gives way to it. */
export function toggleGlyph(glyphs: readonly Glyph[], nag: number): Glyph[] {
  const others = glyphs.filter((glyph) => glyph.nag !== nag)
  if (others.length < glyphs.length) return others
  const kind = ALTERNATIVES.find(([from, to]) => nag >= from && nag <= to)
  const kept = kind ? others.filter((glyph) => glyph.nag < kind[0] || glyph.nag > kind[1]) : others
  return [...kept, { nag }].sort((left, right) => left.nag - right.nag)
}

/**
 * Draws a mark, or takes it away when it is there. A mark of another colour or
 * letter gives way, and of the shapes of a square there is one at a time, as SGF has it; a coloured square may have
 * one besides.
 */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const kept = marks.filter((other) => layerOf(other) !== layerOf(mark))
  const wasThere = marks.some((other) => layerOf(other) === layerOf(mark) && sameLook(other, mark))
  return wasThere ? kept : [...kept, mark]
}

function sameLook(left: Mark, right: Mark): boolean {
  return left.shape === right.shape && left.paint === right.paint && left.text === right.text
}

/** Marks of one layer take the place of one another. */
function layerOf({ shape, at, to }: Mark): string {
  if (shape === 'arrow' || shape === 'line') return `${shape} ${at} ${to}`
  return `${shape === 'colour' || shape === 'dim' || shape === 'hidden' || shape === 'territory' ? shape : 'shape'} ${at}`
}
