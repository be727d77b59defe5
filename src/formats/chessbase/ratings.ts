/**
 * The kind of a rating as text: `FIDE`, `FIDE blitz`, `ICCF`, `GER`, `GER
 * rapid`. docs/formats/chessbase.md, Ratings.
 */
import { nationCode, nationNumber } from './nations.ts'
import { RATING_AT, RATING_KIND, RATING_SIZE } from './extended-records.ts'
import type { TextReader } from './text.ts'

/** Paces of a national rating by code; for an international one the codes start at 1. */
const PACES = ['', 'blitz', 'rapid', 'correspondence'] as const

/** In a national rating, this value is in the place of the international pace. */
const NO_PACE = 100

/** Reads the 16 bytes of a rating's kind; undefined for none. */
export function readRatingType(bytes: Uint8Array, text: TextReader): string | undefined {
  const kind = bytes[RATING_AT.kind]! & 3
  if (kind === RATING_KIND.international) {
    const name = bytes[RATING_AT.name] === 0 ? '' : text.field(bytes.subarray(RATING_AT.name))
    const pace = PACES[bytes[RATING_AT.pace]! - 1] ?? ''
    if (pace === 'correspondence') return name === '' ? 'ICCF' : name
    return [name === '' ? 'FIDE' : name, pace].filter((part) => part !== '').join(' ')
  }
  if (kind !== RATING_KIND.national) return undefined
  const nation = nationCode(bytes[RATING_AT.nation]!) ?? 'national'
  return [nation, PACES[bytes[RATING_AT.nationalPace]!] ?? ''].filter((part) => part !== '').join(' ')
}

/** Writes a rating's kind as {@link readRatingType} reads it; all zeros for none or for one ChessBase has no code for. */
export function writeRatingType(
  type: string | undefined,
  encode: (text: string, width: number) => Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(RATING_SIZE)
  if (type === undefined) return bytes
  const words = type.split(' ')
  const found = words.length > 1 ? PACES.indexOf(words.at(-1) as (typeof PACES)[number]) : 0
  const pace = Math.max(0, found)
  const name = pace > 0 ? words.slice(0, -1).join(' ') : type
  const nation = nationNumber(name)
  if (nation !== 0) {
    bytes[RATING_AT.kind] = RATING_KIND.national
    bytes[RATING_AT.nationalPace] = pace
    bytes[RATING_AT.pace] = NO_PACE
    bytes[RATING_AT.nation] = nation
    return bytes
  }
  bytes[RATING_AT.kind] = RATING_KIND.international
  bytes[RATING_AT.pace] = (name === 'ICCF' ? PACES.indexOf('correspondence') : pace) + 1
  bytes.set(encode(name, RATING_SIZE - RATING_AT.name), RATING_AT.name)
  return bytes
}
