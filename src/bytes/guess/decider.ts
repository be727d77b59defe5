/**
 * Decides in which encoding some texts of a file are: in the one whose reading of the bytes is the most likely, over all of
 * them together, by the statistics of the languages that are written in it. Names alone are often enough, and every further
 * text is evidence for the others. docs/encodings.md.
 */
import { decodeText } from '../text.ts'
import { ANY, LANGUAGES, NEVER, type Language } from './languages.ts'

/** A decision, and how sure it is. */
export interface EncodingGuess {
  encoding: string
  /** The likelihood that it is right rather than another, from 0 to 1. */
  certainty: number
}

/** An encoding, the languages written in it, and the logarithm of how often it is met before anything is read. */
interface Candidate {
  readonly encoding: string
  readonly languages: readonly Language[]
  readonly prior: number
}

const { simplified, traditional, japanese, korean, russian, western, central } = LANGUAGES

const CANDIDATES: readonly Candidate[] = [
  { encoding: 'utf-8', languages: [ANY], prior: 1 },
  { encoding: 'gb18030', languages: [simplified], prior: 0 },
  { encoding: 'big5', languages: [traditional], prior: -0.7 },
  { encoding: 'shift_jis', languages: [japanese], prior: -0.7 },
  { encoding: 'euc-jp', languages: [japanese], prior: -1 },
  { encoding: 'euc-kr', languages: [korean], prior: -0.7 },
  { encoding: 'windows-1252', languages: [western], prior: 0 },
  { encoding: 'windows-1251', languages: [russian], prior: -0.5 },
  { encoding: 'windows-1250', languages: [central], prior: -2.5 },
  { encoding: 'koi8-r', languages: [russian], prior: -2 },
  { encoding: 'ibm866', languages: [russian], prior: -2 },
  { encoding: 'ibm850', languages: [western], prior: -2.5 },
  { encoding: 'ibm437', languages: [western], prior: -3 },
]

/** Encodings that are guessed. */
export const GUESSED: readonly string[] = CANDIDATES.map(({ encoding }) => encoding)

/** The likelihood of an ASCII letter or sign, which may also be the second byte of a character. */
const ASCII = Math.log(1 / 20)
/** A byte that no character of UTF-8 has: damage. */
const DAMAGED = Math.log(1e-4)
/** Encodings with all their readings to be compared; more bytes than this say no more. */
const MOST_BYTES = 1 << 11

/** Decides on texts that are not ASCII. @param among the encodings that come into question; all when left out */
export function decideEncoding(texts: readonly Uint8Array[], among?: readonly string[]): EncodingGuess {
  const asked = CANDIDATES.filter(({ encoding }) => !among || among.includes(encoding))
  const sample = sampleOf(texts)
  const scores = asked.map((candidate) => ({ encoding: candidate.encoding, score: scoreOf(sample, candidate) }))
  scores.sort((one, other) => other.score - one.score)
  const [best] = scores
  const others = scores.reduce((sum, { score }) => sum + Math.exp(score - best!.score), 0)
  return { encoding: best!.encoding, certainty: 1 / others }
}

/** A certainty in per cent, for messages: no guess is quite certain. */
export function percentOf(certainty: number): number {
  return Math.min(99, Math.floor(certainty * 100))
}

/** How likely the bytes of some texts are in an encoding, as a natural logarithm. */
export function likelihood(texts: readonly Uint8Array[], encoding: string): number {
  return scoreOf(
    sampleOf(texts),
    CANDIDATES.find((candidate) => candidate.encoding === encoding)!,
  )
}

function sampleOf(texts: readonly Uint8Array[]): Uint8Array[] {
  const sample: Uint8Array[] = []
  let left = MOST_BYTES
  for (const text of texts) {
    if (left <= 0) break
    // A text is cut where no character is: at an ASCII byte that may not be the second of one.
    let end = Math.min(text.length, left)
    while (end < text.length && !(text[end]! < 0x30 && text[end - 1]! < 0x80)) end++
    sample.push(text.subarray(0, end))
    left -= end
  }
  return sample
}

function scoreOf(texts: readonly Uint8Array[], { encoding, languages, prior }: Candidate): number {
  let score = prior
  for (const bytes of texts) {
    const characters = [...decodeText(bytes, encoding)]
    for (let at = 0; at < characters.length; at++) {
      const character = characters[at]!
      // Fields that are too short cut their last character.
      const isCut = at > 0 && at === characters.length - 1 && character === '\uFFFD'
      score += isCut
        ? ASCII
        : valueOf(character, characters[at - 1] ?? '', characters[at + 1] ?? '', encoding, languages)
    }
  }
  return score
}

function valueOf(
  character: string,
  before: string,
  after: string,
  encoding: string,
  languages: readonly Language[],
): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return ASCII
  if (code === 0xfffd) return encoding === 'utf-8' ? DAMAGED : NEVER
  // Controls of C1, and private characters: no text of a game has them.
  if (code < 0xa0 || (code >= 0xe000 && code < 0xf900)) return NEVER
  let value = NEVER
  for (const language of languages) value = Math.max(value, language(character, before, after))
  return value
}
