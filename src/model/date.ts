/**
 * Dates of games are often only partly known: a year, or a year and a month. Unknown parts are absent; what a source
 * wrote in words is kept as `text`.
 */
export interface PartialDate {
  /** Year of the common era, 1 to 9999. */
  year?: number
  /** Month, 1 to 12. */
  month?: number
  /** Day of the month, 1 to 31. */
  day?: number
  /** The source's wording, if it says more or something else than the parts. */
  text?: string
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Builds a date from numbers in which 0 or undefined means unknown; undefined when nothing is known. */
export function makeDate(year?: number, month?: number, day?: number): PartialDate | undefined {
  const date: PartialDate = {}
  if (year) date.year = year
  if (month) date.month = month
  if (day) date.day = day
  return year || month || day ? date : undefined
}

/**
 * Whether the known parts of a date make a valid date. If the month is unknown, any day up to 31 is valid; if the year
 * is unknown, 29 February is.
 */
export function isRealDate({ year, month, day }: PartialDate): boolean {
  if (year !== undefined && (year < 1 || year > 9999)) return false
  if (month !== undefined && (month < 1 || month > 12)) return false
  if (day === undefined) return true
  if (day < 1 || day > (month === undefined ? 31 : DAYS_IN_MONTH[month - 1]!)) return false
  const isLeapDay = month === 2 && day === 29
  return !isLeapDay || year === undefined || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

/** Writes the parts as PGN does, `2024.05.??`; all unknown gives `????.??.??`. */
export function formatPgnDate({ year, month, day }: PartialDate): string {
  const part = (value: number | undefined, width: number) =>
    value === undefined ? '?'.repeat(width) : String(value).padStart(width, '0')
  return `${part(year, 4)}.${part(month, 2)}.${part(day, 2)}`
}

/** Writes the known leading parts as ISO 8601 does, `2024-05`; undefined when the year is unknown. */
export function formatIsoDate({ year, month, day }: PartialDate): string | undefined {
  if (year === undefined) return undefined
  let text = String(year).padStart(4, '0')
  if (month === undefined) return text
  text += `-${String(month).padStart(2, '0')}`
  return day === undefined ? text : `${text}-${String(day).padStart(2, '0')}`
}

/**
 * Reads `yyyy.mm.dd` and similar forms: `.`, `-` or `/` between the parts, `?` or nothing for an unknown one. Text that
 * is not a valid date is returned as `text` alone; empty or entirely unknown dates give undefined.
 */
export function parseDate(text: string): PartialDate | undefined {
  const trimmed = text.trim()
  const match = /^([0-9]{4}|\?{1,4})(?:[.\-/]([0-9]{1,2}|\?{1,2})(?:[.\-/]([0-9]{1,2}|\?{1,2}))?)?$/.exec(trimmed)
  if (!match) return trimmed === '' ? undefined : { text: trimmed }
  const number = (part: string | undefined) => (part === undefined || part.startsWith('?') ? 0 : Number(part))
  const date = makeDate(number(match[1]), number(match[2]), number(match[3]))
  if (date && !isRealDate(date)) return { text: trimmed }
  return date
}

/** Orders dates; an unknown part comes before every known one. */
export function compareDates(left: PartialDate | undefined, right: PartialDate | undefined): number {
  const order = (left?.year ?? 0) - (right?.year ?? 0) || (left?.month ?? 0) - (right?.month ?? 0)
  return order || (left?.day ?? 0) - (right?.day ?? 0)
}
