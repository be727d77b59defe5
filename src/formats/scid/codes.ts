/** Dates, opening codes, kinds of ratings, results and counters as the index has them: docs/formats/scid.md, Index. */
import { isRealDate, makeDate, type PartialDate } from '../../model/date.ts'
import type { Result } from '../../model/result.ts'

/** The latest year that a date has room for. */
export const MAX_YEAR = 2047

/** The highest rating. */
export const MAX_RATING = 4000

/** Kinds of ratings by their code; the tag of each is `White` or `Black` and the word. */
export const RATING_TYPES = ['Elo', 'Rating', 'Rapid', 'ICCF', 'USCF', 'DWZ', 'ECF'] as const

/** Results by their code. */
export const RESULTS = ['*', '1-0', '0-1', '1/2-1/2'] as const

/** The code of a result; 0, a game without one, for those that Scid does not know. */
export function resultCode({ outcome, winner }: Result): number {
  if (outcome === 'win') return winner === 2 ? 2 : 1
  return outcome === 'draw' ? 3 : 0
}

/** A date as a tag has it, `yyyy.mm.dd`, of year, month and day packed into 20 bits. */
export function dateText(date: number): string {
  const pad = (value: number, width: number) => (value === 0 ? '?'.repeat(width) : String(value).padStart(width, '0'))
  return `${pad(date >> 9, 4)}.${pad((date >> 5) & 15, 2)}.${pad(date & 31, 2)}`
}

/** A date of 20 bits; one that no calendar has is kept as its text. Undefined when nothing of it is known. */
export function readDate(packed: number): PartialDate | undefined {
  const date = makeDate(packed >> 9, (packed >> 5) & 15, packed & 31)
  return date && !isRealDate(date) ? { text: dateText(packed) } : date
}

/** Packs the text of a date; undefined when it is spelt in another way or has no room. */
export function packDate(text: string): number | undefined {
  const parts = /^([0-9]{4}|\?{4})\.([0-9]{2}|\?{2})\.([0-9]{2}|\?{2})$/.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map((part) => (part.startsWith('?') ? 0 : Number(part)))
  if (year! > MAX_YEAR || month! > 15 || day! > 31) return undefined
  return (year! << 9) | (month! << 5) | day!
}

/** The event date of 20 bits that 12 bits of `.si4` stand for: the year counts from that of the game. */
export function unpackEventDate(bits: number, date: number): number {
  const delta = bits >> 9
  const year = (date >> 9) + delta - 4
  return delta === 0 || year < 0 ? 0 : (year << 9) | (bits & 0x1ff)
}

/** The 12 bits of an event date; undefined when its year is more than three from that of the game, or not known. */
export function packEventDate(eventDate: number, date: number): number | undefined {
  if (eventDate === 0) return 0
  const year = eventDate >> 9
  const distance = year - (date >> 9)
  if (year === 0 || date >> 9 === 0 || Math.abs(distance) > 3) return undefined
  return ((distance + 4) << 9) | (eventDate & 0x1ff)
}

const SUBCODES = 131

/** An opening code such as `B12` or `B12a3`; '' for 0, which is none. */
export function openingText(code: number): string {
  if (code === 0) return ''
  const number = Math.floor((code - 1) / SUBCODES)
  if (number >= 500) return ''
  const sub = ((code - 1) % SUBCODES) - 1
  const main = 'ABCDE'[Math.floor(number / 100)]! + String(number % 100).padStart(2, '0')
  if (sub < 0) return main
  const digit = sub % 5
  return main + String.fromCharCode(0x61 + Math.floor(sub / 5)) + (digit === 0 ? '' : digit)
}

/** The number of an opening code; undefined for other text. */
export function openingCode(text: string): number | undefined {
  const parts = /^([A-E])([0-9]{2})(?:([a-z])([1-4])?)?$/.exec(text)
  if (!parts) return undefined
  const main = 'ABCDE'.indexOf(parts[1]!) * 100 + Number(parts[2])
  const sub = parts[3] === undefined ? 0 : 1 + (parts[3].charCodeAt(0) - 0x61) * 5 + Number(parts[4] ?? 0)
  return main * SUBCODES + sub + 1
}

/** A count of glyphs, comments or variations in 4 bits: exact up to 10, then a range of them. */
export function counterCode(count: number): number {
  if (count <= 10) return count
  const above = [13, 18, 25, 35, 45].filter((least) => count >= least).length
  return 10 + above
}
