/** Dates packed into a number: bits 0-4 the day, 5-8 the month, 9-20 the year; 0 is unknown. docs/formats/chessbase.md, Dates. */
import { isRealDate, makeDate, parseDate, type PartialDate } from '../../model/date.ts'

const MAX_YEAR = 0xfff

/** The date a packed number stands for; one that is not a real day keeps the parts as text. */
export function unpackDate(packed: number): PartialDate | undefined {
  const year = (packed >> 9) & MAX_YEAR
  const month = (packed >> 5) & 15
  const day = packed & 31
  const date = makeDate(year, month, day)
  if (!date || isRealDate(date)) return date
  const part = (value: number, width: number) => String(value).padStart(width, '0')
  return { text: `${part(year, 4)}.${part(month, 2)}.${part(day, 2)}` }
}

/** Packs a date; 0 when nothing of it is known. What fits no packed date is left out. */
export function packDate(date: PartialDate | undefined): number {
  if (!date) return 0
  const { year, month, day } = date
  if (year === undefined && month === undefined && day === undefined) return packText(date.text ?? '')
  return ((Math.min(year ?? 0, MAX_YEAR) << 9) | ((month ?? 0) << 5) | (day ?? 0)) >>> 0
}

/** Packs a date kept as text: either one that {@link unpackDate} found impossible, or a readable one. */
function packText(text: string): number {
  const parts = /^([0-9]{4})\.([0-9]{2})\.([0-9]{2})$/.exec(text)
  if (parts) {
    const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    if (year <= MAX_YEAR && month <= 15 && day <= 31) return (year << 9) | (month << 5) | day
  }
  const date = parseDate(text)
  return date && date.text === undefined ? packDate(date) : 0
}
