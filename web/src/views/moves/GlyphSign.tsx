/** Glyphs of chess that many fonts lack, drawn as lines in a square of 12 units. */

const LINES: Readonly<Record<string, string>> = {
  '⩲': 'M6 1V7M3 4H9M2 8.5H10M2 11H10',
  '⩱': 'M2 1H10M2 3.5H10M6 5V11M3 8H9',
  '⨀': 'M6 1A5 5 0 1 1 5.99 1M6 5A1 1 0 1 1 5.99 5',
  '⊕': 'M6 1A5 5 0 1 1 5.99 1M6 1V11M1 6H11',
  '⟳': 'M9.5 3A4.6 4.6 0 1 0 10.6 6.5M10.5 0.5V3.5H7.5',
  '⇆': 'M1 4H11M8.5 1.5L11 4L8.5 6.5M11 8.5H1M3.5 6L1 8.5L3.5 11',
  '⌓': 'M1 9H11A5 5 0 0 0 1 9Z',
  '∆': 'M6 1.5L11 10.5H1Z',
}

export function GlyphSign({ symbol }: { symbol: string }) {
  const lines = LINES[symbol]
  if (lines === undefined) return symbol
  return (
    <svg class="glyph-sign" viewBox="0 0 12 12" role="img" aria-label={symbol}>
      <path d={lines} />
    </svg>
  )
}
