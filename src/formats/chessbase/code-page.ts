/**
 * Which Windows code page a database was written in. Every text that is not UTF-8 votes: letters that are common in the
 * languages of a page count for it, symbols in the middle of words and codes without a character against it.
 */
import { decodeText, isAscii, isUtf8 } from '../../bytes/text.ts'
import { DIAGRAM_BYTE, FIRST_FIGURINE, LAST_FIGURINE } from './text.ts'

/**
 * Pages in the order in which ties are decided, the most common first, with the letters that are frequent in their
 * languages, and others that occur.
 */
const PAGES: readonly (readonly [label: string, frequent: string, others: string])[] = [
  ['windows-1252', 'áâãäåæçèéêëíñóôöøüß', 'àìîïòõùúûÿœ'],
  ['windows-1250', 'áäąăćčéęěíłńóöőřśšşúůüýžż', 'âçďëîľĺňôŕťţűźßđ'],
  ['windows-1251', 'абвгдежзийклмнопрстуфхцчшщъыьэюя', 'ёіїєґўђјљњћџ'],
  ['windows-1254', 'çğıİöşü', 'âîûéèêßäàóñ'],
  ['windows-1257', 'āąčęėēīįšūųž', 'ģķļņõäöüßéóńśźżłć'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ', 'ϊϋ'],
  ['windows-1255', 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', ''],
  ['windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويى', 'ئءأإآؤةپچژگ'],
  ['windows-1258', 'ăâđêôơư', 'àáãèéìíòóùúý'],
]

/** The page of most databases, used if there is no evidence for another. */
export const USUAL_CODE_PAGE = 'windows-1252'

export const CODE_PAGES: readonly string[] = PAGES.map(([label]) => label)

/** Number of texts examined before the vote is counted. */
const MAX_VOTES = 4000

const LETTER_OR_MARK = /[\p{L}\p{M}]/u
const UPPER_CASE = /\p{Lu}/u

/** The pages, made when the first text votes: most texts are ASCII. */
let knownPages: readonly Page[] | undefined

/** Counts what texts say about their code page. */
export class CodePageVote {
  private readonly scores = new Float64Array(PAGES.length)
  /** Number of texts that voted, and of those that were UTF-8 beyond ASCII. */
  votes = 0
  utf8 = 0

  /** Whether enough texts have voted. */
  get isDecided(): boolean {
    return this.votes >= MAX_VOTES
  }

  /** Lets a text vote; ASCII and UTF-8 do not count. */
  add(bytes: Uint8Array): void {
    if (isAscii(bytes)) return
    if (isUtf8(bytes)) {
      this.utf8++
      return
    }
    this.votes++
    knownPages ??= PAGES.map((page) => makePage(...page))
    for (const [index, page] of knownPages.entries()) this.scores[index]! += scoreText(bytes, page)
  }

  /** The page with the most votes; the default if nobody voted. */
  winner(): string {
    let best = 0
    for (let page = 1; page < PAGES.length; page++) if (this.scores[page]! > this.scores[best]!) best = page
    return PAGES[best]![0]
  }
}

const KIND_SIGN = 0
const KIND_UPPER = 1
const KIND_LOWER = 2

interface Page {
  label: string
  /** Whether its letters are mixed with ASCII letters. */
  isLatin: boolean
  hasCapitals: boolean
  /** For every byte, how much its character alone counts for the page. */
  weights: Float64Array
  kinds: Uint8Array
}

function makePage(label: string, frequent: string, others: string): Page {
  const weights = new Float64Array(256)
  const kinds = new Uint8Array(256)
  for (let byte = 0; byte < 256; byte++) {
    const character = decodeText(Uint8Array.of(byte), label)
    const isKnown = !/[\ufffd\u0080-\u009f]/.test(character)
    const isLetter = LETTER_OR_MARK.test(character)
    const small = character.toLowerCase()
    if (frequent.includes(small) || frequent.includes(character)) weights[byte] = 1
    else if (others.includes(small)) weights[byte] = 0.5
    else if (isLetter) weights[byte] = -0.5
    else if (!isKnown) weights[byte] = -3
    kinds[byte] = !isLetter ? KIND_SIGN : UPPER_CASE.test(character) ? KIND_UPPER : KIND_LOWER
  }
  return {
    label,
    isLatin: /[a-z\u00e0-\u024f]/.test(frequent),
    hasCapitals: UPPER_CASE.test(frequent.toUpperCase()),
    weights,
    kinds,
  }
}

/** How much one text counts for or against a page. */
function scoreText(bytes: Uint8Array, { isLatin, hasCapitals, weights, kinds }: Page): number {
  const kindAt = (at: number) => (isSymbol(bytes[at] ?? 0) ? KIND_SIGN : kinds[bytes[at] ?? 0]!)
  let score = 0
  let run = 0
  // Names and sentences begin with a capital, if the script has them.
  if (hasCapitals && kindAt(0) === KIND_LOWER) score -= 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const kind = kindAt(at)
    run = byte >= 0x80 && kind !== KIND_SIGN ? run + 1 : 0
    if (byte < 0x80 || isSymbol(byte)) continue
    score += weights[byte]!
    const before = kindAt(at - 1)
    const after = kindAt(at + 1)
    if (kind === KIND_SIGN) {
      // A symbol between two letters is rare in any language.
      if (before !== KIND_SIGN && after !== KIND_SIGN) score -= 1
    } else {
      // So are a capital after a small letter, long runs of accented letters, and two scripts in one word.
      if (kind === KIND_UPPER && before === KIND_LOWER) score -= 1
      if (isLatin && run > 2) score -= 2
      if (!isLatin && (isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 1]))) score -= 2
    }
  }
  return score
}

/** Bytes that ChessBase's fonts show as a diagram or a figurine: they say nothing about the code page. */
function isSymbol(byte: number): boolean {
  return byte === DIAGRAM_BYTE || (byte >= FIRST_FIGURINE && byte <= LAST_FIGURINE)
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
}
