/**
 * How likely a character is in a language, as a natural logarithm: what a text read in one encoding is worth beside the
 * same bytes read in another. A language knows which characters begin names, which are frequent, and which its character set
 * calls ordinary (the first of its two levels).
 */
import { JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL } from './common-characters.ts'
import { HAN } from './han-statistics.ts'
import {
  JAPANESE_NAMES,
  KOREAN_NAMES,
  KOREAN_SURNAMES,
  SIMPLIFIED_NAMES,
  SIMPLIFIED_SURNAMES,
  TRADITIONAL_NAMES,
  TRADITIONAL_SURNAMES,
} from './name-characters.ts'

/** The likelihood of a character. @param before the character before it, empty at the start of a text */
export type Language = (character: string, before: string, after: string) => number

/** What no text of a game has: private characters, controls, what the encoding does not know. */
export const NEVER = Math.log(1e-7)
const HARDLY = Math.log(1e-6)

/** Shares of a list: the n-th character is as frequent as 1 / (n + 12). */
function shares(characters: string, of: number): Map<string, number> {
  const unique = [...new Set(characters)]
  const sum = unique.reduce((total, _character, rank) => total + 1 / (rank + 12), 0)
  return new Map(unique.map((character, rank) => [character, of / (rank + 12) / sum]))
}

/** The same share for every character of a list. */
function evenly(characters: string, of: number): Map<string, number> {
  const unique = [...new Set(characters)]
  return new Map(unique.map((character) => [character, of / unique.length]))
}

/** The characters of a range of two-byte codes. */
function level(encoding: string, leads: readonly [number, number], trails: readonly [number, number]): string {
  const bytes: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (let trail = trails[0]; trail <= trails[1]; trail++) bytes.push(lead, trail)
  }
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes)).replaceAll(/[\0-\u007F\uFFFD]/g, '')
}

interface Parts {
  /** At the start of a name. */
  first: readonly Map<string, number>[]
  anywhere: readonly Map<string, number>[]
  other: (code: number) => number
}

function languageOf(make: () => Parts): Language {
  let parts: Parts | undefined
  // A character is met again and again, in every file of a folder.
  const [within, atStart] = [new Map<string, number>(), new Map<string, number>()]
  const likelihoodOf = (character: string, isFirst: boolean): number => {
    parts ??= make()
    let share = 0
    for (const list of parts.anywhere) share += list.get(character) ?? 0
    if (isFirst) {
      share *= 0.4
      for (const list of parts.first) share += 0.6 * (list.get(character) ?? 0)
    }
    if (share > 0) return Math.log(share)
    const code = character.codePointAt(0)!
    return isWidePunctuation(code) ? Math.log(0.0005) : parts.other(code)
  }
  return (character, before) => {
    const isFirst = !isLetter(before)
    const known = isFirst ? atStart : within
    let value = known.get(character)
    if (value === undefined) known.set(character, (value = likelihoodOf(character, isFirst)))
    return value
  }
}

function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 0x80) return isLatin(code)
  return isHan(code) || /\p{L}/u.test(character)
}

/** Whether a code is that of a letter from A to Z, or from a to z. */
const isLatin = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

/** Punctuation of East Asia, and full-width letters and digits. */
function isWidePunctuation(code: number): boolean {
  return (code >= 0x3000 && code <= 0x301f) || (code >= 0xff01 && code <= 0xff5e) || code === 0xb7 || code === 0x30fb
}

const isHan = (code: number) => code >= 0x4e00 && code <= 0x9fff
const isKana = (code: number) => code >= 0x3041 && code <= 0x30fe
const isHangul = (code: number) => code >= 0xac00 && code <= 0xd7a3

const simplified = languageOf(() => ({
  first: [evenly(SIMPLIFIED_SURNAMES, 0.75)],
  anywhere: [
    shares(HAN, 0.35),
    shares(SIMPLIFIED, 0.2),
    evenly(SIMPLIFIED_NAMES, 0.2),
    evenly(level('gbk', [0xb0, 0xd7], [0xa1, 0xfe]), 0.2),
    evenly(level('gbk', [0xd8, 0xf7], [0xa1, 0xfe]), 0.02),
  ],
  other: (code) => (isHan(code) ? Math.log(5e-7) : HARDLY),
}))

const traditional = languageOf(() => ({
  first: [evenly(TRADITIONAL_SURNAMES, 0.75)],
  anywhere: [
    shares(TRADITIONAL, 0.45),
    evenly(TRADITIONAL_NAMES, 0.25),
    evenly(level('big5', [0xa4, 0xc6], [0x40, 0x7e]), 0.1),
    evenly(level('big5', [0xa4, 0xc6], [0xa1, 0xfe]), 0.15),
    evenly(level('big5', [0xc9, 0xf9], [0x40, 0xfe]), 0.005),
  ],
  other: (code) => (isHan(code) ? Math.log(5e-7) : HARDLY),
}))

const japanese = languageOf(() => ({
  first: [evenly(JAPANESE_NAMES.slice(0, 60), 0.6)],
  anywhere: [
    shares(JAPANESE, 0.2),
    evenly(JAPANESE_NAMES, 0.25),
    evenly(level('euc-jp', [0xa4, 0xa4], [0xa1, 0xf3]), 0.2),
    evenly(level('euc-jp', [0xa5, 0xa5], [0xa1, 0xf6]), 0.12),
    evenly(level('euc-jp', [0xb0, 0xcf], [0xa1, 0xfe]), 0.18),
    evenly(level('euc-jp', [0xd0, 0xf4], [0xa1, 0xfe]), 0.01),
  ],
  other: (code) => (isHan(code) || isKana(code) ? Math.log(5e-7) : HARDLY),
}))

const korean = languageOf(() => ({
  first: [shares(KOREAN_SURNAMES, 0.8)],
  anywhere: [
    shares(KOREAN, 0.35),
    evenly(KOREAN_NAMES, 0.35),
    evenly(level('euc-kr', [0xb0, 0xc8], [0xa1, 0xfe]), 0.25),
    evenly(level('euc-kr', [0xca, 0xfd], [0xa1, 0xfe]), 0.01),
  ],
  other: (code) => (isHangul(code) || isHan(code) ? Math.log(5e-7) : HARDLY),
}))

/** Russian letters by how frequent they are, in thousandths (public counts of the national corpus). */
const RUSSIAN: Record<string, number> = {
  о: 110, е: 85, а: 80, и: 74, н: 67, т: 63, с: 55, р: 47, в: 45, л: 44, к: 35, м: 32, д: 30, п: 28, у: 26, я: 20, ы: 19, ь: 17,
  г: 17, з: 16, б: 16, ч: 14, й: 12, х: 10, ж: 9, ш: 7, ю: 6, ц: 5, щ: 4, э: 3, ф: 3, ъ: 0.4, ё: 1,
} // prettier-ignore

/** Words begin with a capital or have none, and are of one script. */
function caseShare(character: string, before: string, after: string, isOwn: (letter: string) => boolean): number {
  const isUpper = character !== character.toLowerCase()
  if (!isLetter(before)) return isUpper ? (isLetter(after) && !isOwn(after) ? 0.001 : 0.6) : 0.4
  if (!isOwn(before)) return 0.001
  const wasUpper = before !== before.toLowerCase()
  if (!isUpper) return wasUpper ? 0.85 : 0.99
  return wasUpper ? 0.1 : 0.002
}

const isCyrillic = (letter: string) => letter >= 'Ѐ' && letter <= 'ӿ'

const russian: Language = (character, before, after) => {
  if (isCyrillic(character)) {
    const share = (RUSSIAN[character.toLowerCase()] ?? 0.02) / 1000
    return Math.log(share * caseShare(character, before, after, isCyrillic))
  }
  return /[«»–—№’“”…]/.test(character) ? Math.log(0.002) : HARDLY
}

/** Letters with accents of western and of central Europe, by about how frequent they are among such letters. */
const WESTERN: Record<string, number> = {
  é: 22, ü: 10, ö: 10, ä: 10, á: 9, í: 6, ó: 8, ñ: 4, è: 7, ç: 4, ø: 4, å: 4, ã: 3, ê: 2, ú: 3, ß: 3, ô: 2, à: 4, î: 1, ë: 2, ï: 1, æ: 2,
  â: 1, ò: 1, û: 1, õ: 1, ì: 0.6, ù: 0.6, ð: 0.4, þ: 0.3, ý: 0.6, š: 1, ž: 0.6, œ: 0.4,
} // prettier-ignore
const CENTRAL: Record<string, number> = {
  á: 12, é: 11, í: 9, ý: 4, č: 7, š: 7, ř: 5, ž: 6, ě: 5, ů: 2, ł: 7, ą: 4, ę: 4, ó: 6, ś: 4, ć: 4, ż: 4, ń: 4, ź: 1, ö: 5, ü: 4, ő: 3,
  ű: 1, ú: 3, ă: 2, ş: 2, ţ: 2, ä: 2, đ: 1, ď: 1, ť: 1, ň: 2, î: 1, â: 1,
} // prettier-ignore

function latin(letters: Record<string, number>): Language {
  return (character, before, after) => {
    const share = letters[character.toLowerCase()]
    if (share !== undefined) {
      const isAlone = !isLatin(before.charCodeAt(0)) && !isLatin(after.charCodeAt(0))
      const own = (share / 150) * caseShare(character, before, after, (letter) => letter < 'ɐ')
      return Math.log(own * (isAlone ? 0.01 : 1) * (before > '\u007F' && isLetter(before) ? 0.02 : 0.5))
    }
    if (/[’“”«»–—…„‘°½·]/.test(character))
      return Math.log(isLetter(before) && isLetter(after) && character !== '’' ? 1e-5 : 0.004)
    return character === '\u00A0' ? Math.log(1e-4) : character < 'ɐ' ? Math.log(1e-5) : HARDLY
  }
}

export const LANGUAGES = {
  simplified,
  traditional,
  japanese,
  korean,
  russian,
  western: latin(WESTERN),
  central: latin(CENTRAL),
}

/** Other scripts that UTF-8 has: their letters come in words of one script. */
const otherScripts: Language = (character, before) => {
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return Math.log(1e-4)
  const isOfScript = SCRIPTS.some((script) => script.test(character))
  const goesOn = SCRIPTS.some((script) => script.test(character) && script.test(before))
  return Math.log(isOfScript ? (goesOn ? 0.02 : 0.0005) : 1e-6)
}
const SCRIPTS = [
  /\p{Script=Greek}/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u, /\p{Script=Armenian}/u, /\p{Script=Georgian}/u, /\p{Script=Thai}/u,
  /\p{Script=Cyrillic}/u, /\p{Script=Latin}/u, /\p{Script=Devanagari}/u,
] // prettier-ignore

/** Any language: what UTF-8 holds. */
export const ANY: Language = (character, before, after) => {
  const code = character.codePointAt(0)!
  if (isHan(code))
    return Math.max(
      simplified(character, before, after),
      traditional(character, before, after),
      japanese(character, before, after),
    )
  if (isKana(code)) return japanese(character, before, after)
  if (isHangul(code)) return korean(character, before, after)
  if (isCyrillic(character)) return Math.max(russian(character, before, after), otherScripts(character, before, after))
  if (isWidePunctuation(code)) return Math.log(0.0005)
  return Math.max(
    LANGUAGES.western(character, before, after),
    LANGUAGES.central(character, before, after),
    otherScripts(character, before, after),
  )
}
