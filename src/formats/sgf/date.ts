/** Dates: a list of ISO days, of which the first is the day of the game. docs/formats/sgf.md, Results and dates. */
import { formatIsoDate, isRealDate, makeDate, type PartialDate } from '../../model/date.ts'

/** A date within other text: year first with `-`, `.`, `/` or Chinese characters between, or day first with dots. */
const YEAR_FIRST = /([0-9]{4})(?:[-./年]\s?([0-9]{1,2})(?:[-./月]\s?([0-9]{1,2}))?)?/
const DAY_FIRST = /\b([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})\b/

/** Reads a date; undefined for empty text. Text that says more or something else than the parts is kept too. */
export function parseSgfDate(text: string): PartialDate | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const date = findDay(trimmed)
  if (!date || !isRealDate(date)) return { text: trimmed }
  return formatIsoDate(date) === trimmed ? date : { ...date, text: trimmed }
}

function findDay(text: string): PartialDate | undefined {
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return makeDate(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  const yearFirst = YEAR_FIRST.exec(text)
  return yearFirst ? makeDate(Number(yearFirst[1]), Number(yearFirst[2] ?? 0), Number(yearFirst[3] ?? 0)) : undefined
}

/** Writes a date: its wording, if any, otherwise in ISO form. */
export function formatSgfDate(date: PartialDate): string | undefined {
  return date.text ?? formatIsoDate(date)
}
