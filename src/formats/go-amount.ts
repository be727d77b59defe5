/**
 * Amounts of points in the words of people and servers: `6.5`, `6,5`, `3½`, `6目半`, `三目半`, `3 3/4子`, `반집`. Chinese counting
 * uses stones (子), which are two points each and alone have quarters.
 */

/** Characters that normalisation would join to the digit before them. */
const FRACTIONS: Record<string, string> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }

/** Text with ordinary digits, letters and signs: full-width ones are common in East Asia. */
export function plainText(text: string): string {
  return text.replaceAll(/[½¼¾]/g, (sign) => FRACTIONS[sign]!).normalize('NFKC')
}

const UNITS = '子|目|点|點|집|호|zi\\b|stones?\\b|moku\\b|points?\\b|pts?\\b|очк[а-я]*|пункт[а-я]*'
const NUMBER = '[0-9]{1,4}(?:[.,][0-9]{1,6})?'
const NUMERALS = '[一二三四五六七八九十]{1,3}'
const PART = '[1-9]/[1-9]'

/** An amount: a number with or without a fraction, numerals before a unit, or a half alone. */
const AMOUNT = new RegExp(
  `(?:(?<number>${NUMBER})(?:(?:\\s+|\\s*又\\s*)(?<part>${PART}))?(?![0-9/])|(?<only>${PART})(?![0-9/])|` +
    `(?<numerals>${NUMERALS})(?=又|子|目|点|點|집)(?:又(?<also>${PART}))?)` +
    `\\s*(?<unit>${UNITS})?\\s*(?<half>半|반)?|(?<alone>半|반|half(?:\\s+an?)?)\\s*(?:目|子|点|집|points?)`,
  'iu',
)

/** An amount found in a text. */
export interface Amount {
  /** In points. */
  points: number
  /** Where it begins and ends. */
  start: number
  end: number
}

/** Finds the first amount in a text made by {@link plainText}. */
export function findAmount(text: string): Amount | undefined {
  const match = AMOUNT.exec(text)
  if (!match) return undefined
  const { number, part, only, numerals, also, unit, half, alone } = match.groups!
  const whole = number === undefined ? numeralsValue(numerals ?? '') : Number(number.replace(',', '.'))
  const value = whole + partValue(part ?? only ?? also) + (half === undefined ? 0 : 0.5)
  const isStones = unit === '子' || /^(?:zi|stones?)$/i.test(unit ?? '')
  const points = alone === undefined ? inPoints(value, isStones) : alone.length > 0 && match[0].endsWith('子') ? 1 : 0.5
  return { points, start: match.index, end: match.index + match[0].length }
}

/** Points of a number: what has quarters is stones. */
export function inPoints(value: number, isStones = false): number {
  return isStones || Math.abs(value % 0.5) === 0.25 ? value * 2 : value
}

function partValue(part: string | undefined): number {
  if (part === undefined) return 0
  const [count, of] = part.split('/')
  return Number(count) / Number(of)
}

/** The value of Chinese numerals below a hundred: 十二, 三十. */
function numeralsValue(text: string): number {
  let value = 0
  let digit = 0
  for (const character of text) {
    if (character === '十') {
      value += (digit || 1) * 10
      digit = 0
    } else {
      digit = ' 一二三四五六七八九'.indexOf(character)
    }
  }
  return value + digit
}
