/**
 * Text in the form in which it is searched: lower case without accents, simplified Chinese characters, words separated
 * by single spaces. Names also contain hyphenated words as one, and Chinese names in pinyin.
 */
import { PINYIN_READINGS, SIMPLIFIED_FORMS } from './han-tables.ts'

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}
const PLAIN_LETTER = /[ßæœøđðþłħı]/g
const MARK = /\p{Mark}/gu
/** Apostrophes are not separators: O'Kelly is one word. */
const APOSTROPHE = /['’‘ʼ`´]/g
const SEPARATORS = /[^\p{L}\p{N}]+/gu
const ASCII_SEPARATORS = /[^a-z0-9]+/g
const NOT_ASCII = /[^\0-\x7f]/
const HAN = /\p{Script=Han}/u
const EVERY_HAN = /\p{Script=Han}/gu
const HYPHEN = /[-‐‑‒–]/
const EVERY_HYPHEN = /[-‐‑‒–]/g
/** Separators between Chinese characters. */
const HAN_GAP = /(?<=\p{Script=Han})[^\p{L}\p{N}]+(?=\p{Script=Han})/gu
const HAN_RUN = /\p{Script=Han}+/gu

/** The longest Chinese word, in characters, that is read in pinyin, and how many of its readings are kept. */
const MAX_READ = 12
const MAX_READINGS = 16

let simplified: ReadonlyMap<string, string> | undefined
let readings: ReadonlyMap<string, readonly string[]> | undefined

/** Lower case without accents and apostrophes; separators stay. */
function plain(text: string): string {
  const small = text.toLowerCase()
  if (!NOT_ASCII.test(small)) return small.replace(APOSTROPHE, '')
  const letters = small
    .replace(APOSTROPHE, '')
    .normalize('NFKD')
    .replace(MARK, '')
    .toLowerCase()
    .replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter]!)
  return HAN.test(letters) ? simplify(letters) : letters
}

function simplify(text: string): string {
  simplified ??= makeSimplified()
  return text.replace(EVERY_HAN, (sign) => simplified!.get(sign) ?? sign)
}

function makeSimplified(): Map<string, string> {
  const signs = [...SIMPLIFIED_FORMS]
  const forms = new Map<string, string>()
  for (let index = 0; index < signs.length; index += 2) forms.set(signs[index]!, signs[index + 1]!)
  return forms
}

/** The words of a text in the form in which they are searched. */
export function foldWords(text: string): string[] {
  return wordsOf(plain(text))
}

function wordsOf(letters: string): string[] {
  const spaced = spacedOut(letters)
  return spaced === '' ? [] : spaced.split(' ')
}

/** Letters and digits, with a single space for all separators. */
function spacedOut(letters: string): string {
  return letters.replace(NOT_ASCII.test(letters) ? SEPARATORS : ASCII_SEPARATORS, ' ').trim()
}

/** A text as words with a space before and after each. */
export function foldText(text: string): string {
  return ` ${spacedOut(plain(text))} `
}

/**
 * A name as words with a space before and after each, followed by its other spellings: without hyphens, Chinese without
 * spaces and in pinyin.
 */
export function foldName(text: string): string {
  const letters = plain(text)
  const isAscii = !NOT_ASCII.test(letters)
  if (isAscii && !letters.includes('-')) return ` ${spacedOut(letters)} `
  const words = wordsOf(letters)
  if (HYPHEN.test(letters)) words.push(...spelledOtherwise(words, letters.replace(EVERY_HYPHEN, '')))
  if (!isAscii && HAN.test(letters)) {
    words.push(...spelledOtherwise(words, letters.replace(HAN_GAP, '')))
    words.push(...words.flatMap((word) => (word.match(HAN_RUN) ?? []).flatMap(pinyinOf)))
  }
  return ` ${words.join(' ')} `
}

/** The words of another spelling that the first lacks. */
function spelledOtherwise(words: readonly string[], letters: string): string[] {
  return wordsOf(letters).filter((word) => !words.includes(word))
}

/** The readings of a Chinese word in pinyin, without spaces: `huronghua`. */
function pinyinOf(word: string): string[] {
  readings ??= makeReadings()
  const signs = [...word]
  if (signs.length > MAX_READ) return []
  let spellings = ['']
  for (const sign of signs) {
    const syllables = readings.get(sign)
    if (!syllables) return []
    spellings = syllables.flatMap((syllable) => spellings.map((spelling) => spelling + syllable)).slice(0, MAX_READINGS)
  }
  return spellings
}

/** The readings of each character, the most frequent first. In passports and on keyboards ü is written u or v. */
function makeReadings(): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const rank of PINYIN_READINGS) {
    for (const line of rank.split(' ')) {
      const [syllable] = /^[a-z]+/.exec(line)!
      for (const sign of line.slice(syllable.length)) {
        const list = known.get(sign) ?? []
        list.push(...(syllable.includes('v') ? [syllable, syllable.replace('v', 'u')] : [syllable]))
        known.set(sign, list)
      }
    }
  }
  return known
}
