/**
 * Glyphs: the numbers `$1`, the signs `!` and `?` after a move, and the
 * symbols that books and programs print between moves. Numbers and their meaning are those of
 * the PGN standard (section 10) and, from 140 on, of ChessBase.
 */

/** Numbers by symbol. */
const SYMBOLS: ReadonlyMap<string, number> = new Map([
  ['!', 1],
  ['?', 2],
  ['!!', 3],
  ['‼', 3],
  ['??', 4],
  ['⁇', 4],
  ['!?', 5],
  ['⁉', 5],
  ['?!', 6],
  ['⁈', 6],
  ['□', 7],
  ['=', 10],
  ['∞', 13],
  ['+=', 14],
  ['+/=', 14],
  ['⩲', 14],
  ['=+', 15],
  ['=/+', 15],
  ['⩱', 15],
  ['+/-', 16],
  ['±', 16],
  ['-/+', 17],
  ['∓', 17],
  ['+-', 18],
  ['-+', 19],
  // Scid writes them so.
  ['+--', 20],
  ['--+', 21],
  ['⨀', 22],
  ['⊙', 22],
  ['○', 26],
  ['⟳', 32],
  ['↑', 36],
  ['→', 40],
  ['=/∞', 44],
  ['⇆', 132],
  ['⊕', 138],
  ['∆', 140],
  ['Δ', 140],
  ['∇', 141],
  ['⌓', 142],
  ['N', 146],
  ['⇔', 239],
  ['⇗', 240],
  ['⊞', 241],
  ['⟫', 242],
  ['»', 242],
  ['⟪', 243],
  ['«', 243],
  ['✕', 244],
  ['⊥', 245],
])

/** The number for a diagram, which becomes an annotation of the record. */
export const DIAGRAM = 220

/** The number of a symbol on its own between moves, undefined for other text. */
export function symbolNumber(text: string): number | undefined {
  return text === 'D' ? DIAGRAM : SYMBOLS.get(text.replaceAll(/[‐-―−]/g, '-'))
}

/** The numbers of symbols written one after the other, the longest first; undefined if other text is among them. */
export function symbolNumbers(text: string): number[] | undefined {
  const numbers: number[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + LONGEST_SYMBOL)
    while (end > at && symbolNumber(text.slice(at, end)) === undefined) end--
    if (end === at) return undefined
    numbers.push(symbolNumber(text.slice(at, end))!)
    at = end
  }
  return numbers
}

/** Characters of the longest symbol. */
const LONGEST_SYMBOL = 3

/** The number of a run of `!` and `?`; if a run is too long, only its first two count. */
export function suffixNumber(text: string): number {
  return SYMBOLS.get(text) ?? SYMBOLS.get(text.slice(0, 2))!
}
