/**
 * Which Windows code page a database was written in. Every text that is no
 * UTF-8 votes: letters that are common in the languages of a page speak for it, signs in the
 * middle of words and codes without a character against it.
 */
import { decodeText, isUtf8 } from '../../bytes/text.ts'

/** Pages in the order in which a tie is decided, with the letters that are common where they are used. */
const PAGES: readonly (readonly [label: string, letters: string])[] = [
  ['windows-1252', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ'],
  ['windows-1250', 'áäąâăćčçďéęëěíîłľĺńňóôöőřŕśšşťţúůüűýźżžßđ'],
  ['windows-1251', 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџ'],
  ['windows-1254', 'âçğıîöşüûéèêßäàóñ'],
  ['windows-1257', 'āąčēęėģīįķļņšūųžõäöüßéóńśźżłć'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
  ['windows-1255', 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  ['windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىئءأإآؤةپچژگ'],
  ['windows-1258', 'àáâãèéêìíòóôùúýăđơư'],
]

export const CODE_PAGES: readonly string[] = PAGES.map(([label]) => label)

/** The page most databases are in, and the one taken when nothing speaks for another. */
export const USUAL_CODE_PAGE = 'windows-1252'

/** Texts that are looked at before the vote is counted. */
const MAX_VOTES = 4000

const LETTER = /\p{L}/u
const LOWER_CASE = /\p{Ll}/u
const UPPER_CASE = /\p{Lu}/u
const MARK = /\p{M}/u

/** Counts what texts say about their code page. */
export class CodePageVote {
  private readonly scores = new Float64Array(PAGES.length)
  private readonly weights: Float64Array[]
  /** Texts that spoke, and those that were UTF-8 beyond ASCII. */
  votes = 0
  utf8 = 0

  constructor() {
    this.weights = PAGES.map(([label, letters]) => letterWeights(label, letters))
  }

  /** Whether enough texts have voted. */
  get isDecided(): boolean {
    return this.votes >= MAX_VOTES
  }

  /** Lets a text vote; ASCII and UTF-8 have nothing to say. */
  add(bytes: Uint8Array): void {
    if (!bytes.some((byte) => byte >= 0x80)) return
    if (isUtf8(bytes)) {
      this.utf8++
      return
    }
    this.votes++
    for (const [page, weights] of this.weights.entries()) this.scores[page]! += scoreText(bytes, weights)
  }

  /** The page with the most votes; the usual one when nobody voted. */
  winner(): string {
    let best = 0
    for (let page = 1; page < PAGES.length; page++) if (this.scores[page]! > this.scores[best]!) best = page
    return PAGES[best]![0]
  }
}

const KIND_SIGN = 0
const KIND_UPPER = 1
const KIND_LOWER = 2
const KIND_NONE = 3

/** For every byte a weight as a letter, in the high part, and the kind of its character. */
function letterWeights(label: string, letters: string): Float64Array {
  const weights = new Float64Array(512)
  for (let byte = 0; byte < 256; byte++) {
    const character = decodeText(Uint8Array.of(byte), label)
    const isKnown = character !== '\ufffd' && !/[\u0080-\u009f]/.test(character)
    const isLetter = LETTER.test(character) || MARK.test(character)
    weights[byte] = letters.includes(character.toLowerCase()) ? 1 : isLetter ? -0.5 : isKnown ? 0 : -3
    weights[256 + byte] = !isKnown
      ? KIND_NONE
      : UPPER_CASE.test(character)
        ? KIND_UPPER
        : isLetter || LOWER_CASE.test(character)
          ? KIND_LOWER
          : KIND_SIGN
  }
  return weights
}

/** What one text says for or against a page. */
function scoreText(bytes: Uint8Array, weights: Float64Array): number {
  let score = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const kind = weights[256 + byte]!
    score += weights[byte]!
    const before = kindAt(bytes, at - 1, weights)
    const after = kindAt(bytes, at + 1, weights)
    // A sign between letters, and a capital letter after a small one, are rare in any language.
    if (kind === KIND_SIGN && isLetterKind(before) && isLetterKind(after)) score -= 1
    if (kind === KIND_UPPER && before === KIND_LOWER) score -= 1
  }
  return score
}

function kindAt(bytes: Uint8Array, at: number, weights: Float64Array): number {
  return at < 0 || at >= bytes.length ? KIND_SIGN : weights[256 + bytes[at]!]!
}

function isLetterKind(kind: number): boolean {
  return kind === KIND_UPPER || kind === KIND_LOWER
}
