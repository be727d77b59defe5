/**
 * Limits on dates. A game meets a limit only if every possible date does: `1999` is neither known to be since June 1999
 * nor until June 1999. A limit without a month or day includes the whole year or month.
 */
import { formatIsoDate, parseDate, type PartialDate } from '../model/date.ts'

/** A date of a condition: a year at least; undefined when the text is not one. */
export function parseLimit(text: string): PartialDate | undefined {
  const date = parseDate(text)
  if (date?.year === undefined || (date.day !== undefined && date.month === undefined)) return undefined
  return date
}

/**
 * The first day of a limit as ISO text, without redundant parts: since 1 January 1999 is since 1999. Then even
 * incomplete dates can be compared as texts.
 */
export function sinceText(limit: PartialDate): string {
  return (formatIsoDate(limit) ?? '').replace(/-01$/, '').replace(/-01$/, '')
}

/** The last day of a limit as ISO text, without redundant parts: until 31 December 1999 is until 1999. */
export function untilText(limit: PartialDate): string {
  const { year = 0, month, day } = limit
  const isWholeMonth = month !== undefined && (day === undefined || day === daysIn(year, month))
  const text = formatIsoDate(limit) ?? ''
  return isWholeMonth ? text.slice(0, month === 12 ? 4 : 7) : text
}

function daysIn(year: number, month: number): number {
  // Day 0 of the next month; Date treats years below 100 as 19xx, and leap years repeat every 400 years.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Whether a date in ISO text is on or after a limit of `sinceText`. */
export function isSince(date: string, limit: string): boolean {
  return date >= limit
}

/** Whether a date in ISO text is on or before a limit of `untilText`. A date less precise than the limit is not. */
export function isUntil(date: string, limit: string): boolean {
  return date.slice(0, limit.length) <= limit && (date.length >= limit.length || !limit.startsWith(date))
}
