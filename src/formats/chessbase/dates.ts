/** Dates packed into a number: bits 0-4 the day, 5-8 the month, 9-20 the year; 0 is unknown. docs/formats/chessbase.md, Dates. */
import { isRealDate, makeDate, parseDate, type PartialDate } from '../../model/date.ts'

const MAX_YEAR = 0xfff

/** The date of a packed number; if it is not a valid date, the parts are kept as text. */
export function unpackDate(packed: number): PartialDate | undefined {
  const year = (packed >> 9) & MAX_YEAR
  const month = (packed >> 5) & 15
  const day = packed & 31
  const date = makeDate(year, month, day)
  if (!date || isRealDate(date)) return date
  const part = (value: number, width: number) => String(value).padStart(width, '0')
  return { text: `${part(year, 4)}.${part(month, 2)}.${part(day, 2)}` }
}

/** Packs a date; 0 if nothing of it is known. Parts that do not fit are dropped. */
export function packDate(date: PartialDate | undefined): number {
  if (!date) return 0
  const { year, month, day } = date
  if (year === undefined && month === undefined && day === undefined) return packText(date.text ?? '')
  return ((Math.min(year ?? 0, MAX_YEAR) << 9) | ((month ?? 0) << 5) | (day ?? 0)) >>> 0
}

/** Packs a date kept as text: either one that {@link unpackDate} found invalid, or a readable one. */
function packText(text: string): number {
  const parts = /^([0-9]{4})\.([0-9]{2})\.([0-9]{2})$/.exec(text)
  if (parts) {
    const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    if (year <= MAX_YEAR && month <= 15 && day <= 31) return (year << 9) | (month << 5) | day
  }
  const date = parseDate(text)
  return date && date.text === undefined ? packDate(date) : 0
}
