/** PGN glyphs (NAGs) as printed, with the most common word for each. */
import type { Word } from '../../words/index.ts'

const GLYPHS: Readonly<Record<number, readonly [symbol: string, word?: Word]>> = {
  1: ['!', 'goodMove'],
  2: ['?', 'mistake'],
  3: ['!!', 'brilliantMove'],
  4: ['??', 'blunder'],
  5: ['!?', 'interestingMove'],
  6: ['?!', 'dubiousMove'],
  7: ['□', 'onlyMove'],
  8: ['□', 'onlyMove'],
  10: ['=', 'equalPosition'],
  11: ['=', 'equalPosition'],
  12: ['=', 'equalPosition'],
  13: ['∞', 'unclearPosition'],
  14: ['⩲', 'slightlyBetterFirst'],
  15: ['⩱', 'slightlyBetterSecond'],
  16: ['±', 'betterFirst'],
  17: ['∓', 'betterSecond'],
  18: ['+−', 'winningFirst'],
  19: ['−+', 'winningSecond'],
  20: ['+−−', 'winningFirst'],
  21: ['−−+', 'winningSecond'],
  22: ['⨀', 'zugzwang'],
  23: ['⨀', 'zugzwang'],
  26: ['○', 'spaceAdvantage'],
  27: ['○', 'spaceAdvantage'],
  32: ['⟳', 'development'],
  33: ['⟳', 'development'],
  36: ['↑', 'initiative'],
  37: ['↑', 'initiative'],
  40: ['→', 'attack'],
  41: ['→', 'attack'],
  44: ['=∞', 'compensation'],
  45: ['=∞', 'compensation'],
  132: ['⇆', 'counterplay'],
  133: ['⇆', 'counterplay'],
  136: ['⊕', 'timeTrouble'],
  137: ['⊕', 'timeTrouble'],
  138: ['⊕', 'timeTrouble'],
  139: ['⊕', 'timeTrouble'],
  140: ['∆', 'withTheIdea'],
  142: ['⌓', 'betterIs'],
  145: ['RR'],
  146: ['N', 'novelty'],
}

/** A glyph as printed; one without a symbol as its number, `$147`, or as in its source. */
export function glyphSymbol(nag: number, code?: string): string {
  return GLYPHS[nag]?.[0] ?? (nag === 0 ? (code ?? '') : `$${nag}`)
}

/** The word for a glyph, if there is one. */
export function glyphWord(nag: number): Word | undefined {
  return GLYPHS[nag]?.[1]
}
