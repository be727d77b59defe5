/**
 * Dates of xiangqi files are free text. Those of XQF alone have more than a hundred
 * shapes: docs/formats/xqf.md, "Dates".
 */
import { formatPgnDate, isRealDate, makeDate, type PartialDate } from '../../model/date.ts'

/** Two-digit years below this are in the 21st century; XQStudio appeared in 1998. */
const CENTURY_PIVOT = 30

const EIGHT_DIGITS = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/
const YEAR_LAST = /^(?<first>\d{1,2})[-./](?<second>\d{1,2})[-./](?<year>\d{4})(?!\d)/
const YEAR_FIRST =
  /^(?<year>\d{4}|\?{4})(?!\d)(?:\s*[-./年。、]\s*(?<month>\d{1,2}|元|\?\?)(?!\d)(?:\s*[-./月。、]\s*(?<day>\d{1,2})(?!\d))?)?/
const SHORT_YEAR = /^(?<year>\d{2})[-./年](?<month>\d{1,2})[-./月](?<day>\d{1,2})(?!\d)/

/** Reads a date leniently; the text is kept if it says more or something else than the parts. */
export function parseFreeDate(text: string): PartialDate | undefined {
  if (text === '') return undefined
  const date = parseParts(text.normalize('NFKC').trim())
  return date && formatParts(date) === text ? date : { ...date, text }
}

function parseParts(text: string): PartialDate | undefined {
  const groups = (EIGHT_DIGITS.exec(text) ?? YEAR_LAST.exec(text) ?? YEAR_FIRST.exec(text) ?? SHORT_YEAR.exec(text))
    ?.groups
  if (!groups) return undefined
  const number = (part: string | undefined) => (part === undefined || part.startsWith('?') ? 0 : Number(part))
  let year = number(groups['year'])
  if (groups['year']!.length === 2) year += year < CENTURY_PIVOT ? 2000 : 1900
  let month = groups['month'] === '元' ? 1 : number(groups['month'])
  let day = number(groups['day'])
  if (groups['first'] !== undefined) {
    // Month first, as in m/d/yyyy, unless that is impossible.
    month = number(groups['first'])
    day = number(groups['second'])
    if (month > 12) [month, day] = [day, month]
  }
  return [makeDate(year, month, day), makeDate(year, month), makeDate(year)].find((date) => date && isRealDate(date))
}

/** The text to write for a date: its wording if it agrees with its parts, otherwise `yyyy.mm.dd`. */
export function formatFreeDate(date: PartialDate): string {
  const { year, month, day, text } = date
  if (text === undefined) return formatParts(date)
  const read = parseFreeDate(text)
  const hasParts = year !== undefined || month !== undefined || day !== undefined
  const agrees = read?.year === year && read?.month === month && read?.day === day
  return agrees || !hasParts ? text : formatParts(date)
}

/** `yyyy.mm.dd` as far as known, with `?` for an unknown part before a known one. */
function formatParts(date: PartialDate): string {
  return formatPgnDate(date).replace(/(\.\?\?)+$/, '')
}
