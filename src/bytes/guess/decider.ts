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
/** Bytes that are read in every encoding: more say no more, and most texts are clear after a few. */
const MOST_BYTES = 1 << 11
const FEW_BYTES = 80
/** What is as sure as this after a few bytes is not read on. */
const CLEAR = 1 - 1e-9

/** Decides on texts that are not ASCII. @param among the encodings that come into question; all when left out */
export function decideEncoding(texts: readonly Uint8Array[], among?: readonly string[]): EncodingGuess {
  const asked = CANDIDATES.filter(({ encoding }) => !among || among.includes(encoding))
  const first = compare(sampleOf(texts, FEW_BYTES), asked)
  const sample = sampleOf(texts, MOST_BYTES)
  return first.certainty > CLEAR && readsAll(sample, first.encoding) ? first : compare(sample, asked)
}

/** Whether an encoding has characters for all bytes: the first texts may be of another program than the rest. */
function readsAll(texts: readonly Uint8Array[], encoding: string): boolean {
  return !texts.some((bytes) => decodeText(bytes, encoding).includes('\uFFFD'))
}

function compare(sample: readonly Uint8Array[], asked: readonly Candidate[]): EncodingGuess {
  let best = { encoding: asked[0]!.encoding, score: -Infinity }
  const scores = asked.map((candidate) => {
    const score = scoreOf(sample, candidate, best.score - HOPELESS)
    if (score > best.score) best = { encoding: candidate.encoding, score }
    return score
  })
  const all = scores.reduce((sum, score) => sum + Math.exp(score - best.score), 0)
  return { encoding: best.encoding, certainty: 1 / all }
}

/** A reading that is less likely than another by this factor, as a logarithm, need not be read on: nothing makes up for it. */
const HOPELESS = 30

/** A certainty in per cent, for messages: no guess is quite certain. */
export function percentOf(certainty: number): number {
  return Math.min(99, Math.floor(certainty * 100))
}

/** How likely the bytes of some texts are in an encoding, as a natural logarithm. */
export function likelihood(texts: readonly Uint8Array[], encoding: string): number {
  return scoreOf(
    sampleOf(texts, MOST_BYTES),
    CANDIDATES.find((candidate) => candidate.encoding === encoding)!,
  )
}

function sampleOf(texts: readonly Uint8Array[], most: number): Uint8Array[] {
  const sample: Uint8Array[] = []
  let left = most
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

/** @param least below this the reading is given up, and the score is that of nothing */
function scoreOf(texts: readonly Uint8Array[], { encoding, languages, prior }: Candidate, least = -Infinity): number {
  let score = prior
  for (const bytes of texts) {
    if (score < least) return -Infinity
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
