/** The date of a GGF game: `2003.12.15_12:33:18.MST`, or seconds since 1970. */
import { isRealDate, makeDate, type PartialDate } from '../../model/date.ts'
import type { Header } from '../../model/record.ts'

/** UTC offsets, in hours, of the time zones that the servers use. */
const ZONES: Readonly<Record<string, number>> = {
  GMT: 0,
  UTC: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

/** The largest number of seconds accepted as a date: the end of the year 9999. */
const MAX_SECONDS = 253_402_300_799

/** Reads a date into a header; returns false when it is not one. */
export function readDate(header: Header, value: string): boolean {
  if (/^[0-9]{5,12}$/.test(value) && Number(value) <= MAX_SECONDS) {
    setInstant(header, new Date(Number(value) * 1000).toISOString().replace('.000', ''))
    return true
  }
  const match =
    /^([0-9]{4})(?:\.([0-9]{1,2})(?:\.([0-9]{1,2})(?:_([0-9]{2}):([0-9]{2}):([0-9]{2})\.([A-Z]{3}))?)?)?$/.exec(value)
  if (!match) return false
  const date = makeDate(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0))
  if (!date || !isRealDate(date)) return false
  header.date = date
  const [hour, minute, second, zone] = match.slice(4)
  if (hour === undefined) return true
  const hours = ZONES[zone!]
  if (hours === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false
  const offset = hours === 0 ? 'Z' : `${hours < 0 ? '-' : '+'}${pad(Math.abs(hours))}:00`
  header.instant = `${isoDay(date)}T${hour}:${minute}:${second}${offset}`
  return true
}

function setInstant(header: Header, instant: string): void {
  header.instant = instant
  const [year, month, day] = instant.slice(0, 10).split('-').map(Number)
  header.date = { year: year!, month: month!, day: day! }
}

/** Writes the date of a header; undefined if there is none. */
export function writeDate({ date, instant }: Header): string | undefined {
  if (instant !== undefined) {
    const time = Date.parse(instant)
    if (!Number.isNaN(time)) {
      const iso = new Date(time).toISOString()
      return `${iso.slice(0, 10).replaceAll('-', '.')}_${iso.slice(11, 19)}.GMT`
    }
  }
  if (date?.year === undefined) return undefined
  return isoDay(date).replaceAll('-', '.')
}

function isoDay({ year, month, day }: PartialDate): string {
  const parts = [String(year).padStart(4, '0')]
  if (month !== undefined) parts.push(pad(month))
  if (month !== undefined && day !== undefined) parts.push(pad(day))
  return parts.join('-')
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
