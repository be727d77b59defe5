/** The conversion between a tag and a field of the header. */
import { formatPgnDate, isRealDate, makeDate, parseDate, type PartialDate } from '../../../model/date.ts'
import type { Header } from '../../../model/record.ts'
import { DIGIT_0, DOT } from '../text/characters.ts'

/** One tag. */
export interface TagField {
  readonly name: string
  /** Adds a value to the header; false if it is invalid there. */
  read(header: Header, value: string): boolean
  /**
   * The value from a header; undefined if it has none. @param isCanonical ignores the source's wording if the model
   * says the same
   */
  write(header: Header, isCanonical?: boolean): string | undefined
  /** Whether writing always restores the text that was read. */
  readonly isPlain?: boolean
}

/** The part of a header that a field belongs to. */
export interface Owner<Part> {
  get(header: Header): Part | undefined
  /** The part, created if the header has none. */
  ensure(header: Header): Part
}

/** The names of the properties of a type whose values have exactly another type. */
type KeysFor<Part, Value> = {
  [Key in keyof Part]-?: NonNullable<Part[Key]> extends Value
    ? Value extends NonNullable<Part[Key]>
      ? Key
      : never
    : never
}[keyof Part]

/** A tag whose value is plain text. */
export function textField<Part>(name: string, owner: Owner<Part>, key: KeysFor<Part, string>): TagField {
  return {
    name,
    read: (header, value) => {
      owner.ensure(header)[key] = value as Part[typeof key]
      return true
    },
    write: (header) => owner.get(header)?.[key] as string | undefined,
    isPlain: true,
  }
}

/** A tag whose value is a whole number. */
export function numberField<Part>(name: string, owner: Owner<Part>, key: KeysFor<Part, number>): TagField {
  return {
    name,
    read: (header, value) => {
      if (!/^[0-9]{1,9}$/.test(value)) return false
      owner.ensure(header)[key] = Number(value) as Part[typeof key]
      return true
    },
    write: (header) => owner.get(header)?.[key]?.toString(),
  }
}

/** A tag whose value is a date. */
export function dateField<Part>(name: string, owner: Owner<Part>, key: KeysFor<Part, PartialDate>): TagField {
  return {
    name,
    read: (header, value) => {
      const date = readDate(value)
      if (date) owner.ensure(header)[key] = date as Part[typeof key]
      return true
    },
    write: (header, isCanonical) => {
      const date = owner.get(header)?.[key] as PartialDate | undefined
      return date && writeDate(date, isCanonical)
    },
    isPlain: true,
  }
}

/** The character between year and month in a Chinese date. */
const CHINESE_YEAR = '年'

/** Reads `yyyy.mm.dd` and similar forms, including the Chinese one. Other forms are kept as the date's text. */
function readDate(value: string): PartialDate | undefined {
  const date = readUsualDate(value)
  if (date) return date
  const usual = value.includes(CHINESE_YEAR) ? chineseToUsual(value) : value
  const read = parseDate(usual)
  if (!read || read.text !== undefined) return read && { text: value }
  return formatPgnDate(read) === value ? read : { ...read, text: value }
}

/** A date of the form `yyyy.mm.dd`, with `??` for what is unknown, as nearly all are written; undefined for all others. */
function readUsualDate(value: string): PartialDate | undefined {
  if (value.length !== 10 || value.charCodeAt(4) !== DOT || value.charCodeAt(7) !== DOT) return undefined
  const year = numberIn(value, 0, 4)
  const month = numberIn(value, 5, 7)
  const day = numberIn(value, 8, 10)
  if (year <= 0 || month < 0 || day < 0) return undefined
  const date = makeDate(year, month, day)
  return date && isRealDate(date) ? date : undefined
}

/** The number that digits of a text make, 0 for question marks; -1 for zeros and anything else. */
function numberIn(text: string, start: number, end: number): number {
  if (text.startsWith('??', start)) return 0
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - DIGIT_0
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number || -1
}

function chineseToUsual(value: string): string {
  return value.replace(/^([0-9]{4})年(?:([0-9]{1,2})月(?:([0-9]{1,2})日?)?)?$/, (_, year, month, day) =>
    [year, month, day].filter(Boolean).join('.'),
  )
}

/** The date's wording if it agrees with its parts or there are none; otherwise `yyyy.mm.dd`. */
function writeDate(date: PartialDate, isCanonical = false): string {
  const { text, ...parts } = date
  const hasParts = parts.year !== undefined || parts.month !== undefined || parts.day !== undefined
  if (text === undefined || (isCanonical && hasParts)) return formatPgnDate(parts)
  const read = readDate(text)
  const agrees = read?.year === parts.year && read?.month === parts.month && read?.day === parts.day
  return agrees || !hasParts ? text : formatPgnDate(parts)
}
