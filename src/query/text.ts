/**
 * Whether a text matches what somebody typed. All words must be found, in any
 * order; accents, case, hyphens and punctuation do not count (fold.ts). A word may be part of a longer one, but a
 * single letter only matches the start of a word. In names of people an initial matches the name it abbreviates:
 * "Magnus Carlsen" finds "Carlsen, M".
 */
import { foldName, foldText, foldWords } from './fold.ts'

/** What kind of text is searched: names of people, other names, or running text. */
export type TextKind = 'person' | 'name' | 'prose'

/** The folded form of a text, for repeated searches. */
export function foldFor(kind: TextKind, text: string): string {
  return kind === 'prose' ? foldText(text) : foldName(text)
}

/** The largest number of words searched for, one for each bit of a number. Further words are ignored. */
const MAX_WORDS = 31

/** A test of folded texts. Text without letters or digits matches nothing. */
export function makeTextTest(kind: TextKind, wanted: string): (folded: string) => boolean {
  const words = foldWords(wanted)
  if (words.length === 0) return () => false
  const find = makeWordFinder(kind, words)
  const all = allWords(words)
  return (folded) => find(folded) === all
}

/** What a finder returns when it finds every word. */
export function allWords(words: readonly string[]): number {
  return 2 ** Math.min(MAX_WORDS, words.length) - 1
}

/** Which of some folded words a folded text contains: bit 0 for the first word. */
export function makeWordFinder(kind: TextKind, words: readonly string[]): (folded: string) => number {
  const held = heldWords(words)
  const initials = words
    .slice(0, MAX_WORDS)
    .map((word) => (kind !== 'person' || isSingleLetter(word) ? undefined : ` ${[...word][0]!} `))
  return (folded) => {
    let found = 0
    let isAnyWhole = false
    for (const [index, word] of held.entries()) {
      if (!folded.includes(word)) continue
      found |= 1 << index
      isAnyWhole ||= initials[index] !== undefined
    }
    if (!isAnyWhole) return found
    for (const [index, initial] of initials.entries()) {
      if (initial !== undefined && folded.includes(initial)) found |= 1 << index
    }
    return found
  }
}

/** What folded texts contain of which these folded words are part. */
export function heldWords(words: readonly string[]): string[] {
  return words.slice(0, MAX_WORDS).map((word) => (isSingleLetter(word) ? ` ${word}` : word))
}

/** A test of texts that occur once. */
export function makePlainTextTest(kind: TextKind, wanted: string): (text: string | undefined) => boolean {
  const matches = makeTextTest(kind, wanted)
  return (text) => text !== undefined && matches(foldFor(kind, text))
}

/** Letters and digits; a Chinese character is a word by itself, and is found anywhere. */
function isSingleLetter(word: string): boolean {
  return word.length === 1 && !/\p{Script=Han}/u.test(word)
}
