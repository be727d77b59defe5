/**
 * Whether a text matches what somebody typed. All words must be found, in any
 * order; accents, case, hyphens and punctuation do not count (fold.ts). A
 * word may stand within a longer one, a single letter only where a word
 * begins. In names of people an initial stands for the name it begins:
 * "Magnus Carlsen" finds "Carlsen, M".
 */
import { foldName, foldText, foldWords } from './fold.ts'

/** What kind of text is searched: names of people, other names, or running text. */
export type TextKind = 'person' | 'name' | 'prose'

/** The form in which a text of a kind is kept to be searched again and again. */
export function foldFor(kind: TextKind, text: string): string {
  return kind === 'prose' ? foldText(text) : foldName(text)
}

/** A test of folded texts. Text without letters or digits matches nothing. */
export function makeTextTest(kind: TextKind, wanted: string): (folded: string) => boolean {
  const words = foldWords(wanted)
  if (words.length === 0) return () => false
  const held = words.map((word) => (isSingleLetter(word) ? ` ${word}` : word))
  if (kind !== 'person' || words.length === 1) return (folded) => held.every((word) => folded.includes(word))
  const initials = words.map((word) => (isSingleLetter(word) ? undefined : ` ${[...word][0]!} `))
  return (folded) => {
    let isAnyWhole = false
    for (const [index, word] of held.entries()) {
      if (folded.includes(word)) isAnyWhole ||= initials[index] !== undefined
      else if (initials[index] === undefined || !folded.includes(initials[index])) return false
    }
    return isAnyWhole
  }
}

/** A test of texts that are met once. */
export function makePlainTextTest(kind: TextKind, wanted: string): (text: string | undefined) => boolean {
  const matches = makeTextTest(kind, wanted)
  return (text) => text !== undefined && matches(foldFor(kind, text))
}

/** Letters and digits; a Chinese character is a word by itself, and found anywhere. */
function isSingleLetter(word: string): boolean {
  return word.length === 1 && !/\p{Script=Han}/u.test(word)
}
