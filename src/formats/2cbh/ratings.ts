/** The kind of a rating as text: `FIDE`, `FIDE blitz`, `ICCF`, `GER rapid`, `LiChess blitz`. docs/formats/2cbh.md, Ratings. */
import { decodeUtf8Or } from '../../bytes/text.ts'
import { nationCode, nationNumber } from '../chessbase/nations.ts'
import { untilNul } from '../chessbase/text.ts'
import { RATING_SIZE } from './header-records.ts'

/** Kinds of ratings, in the lowest bits of the first number; the pace is above them. */
const KIND = { international: 1, national: 2, server: 3 } as const
const KIND_BITS = 3

const PACES = ['', 'bullet', 'blitz', 'rapid', 'correspondence'] as const
const CORRESPONDENCE = 4

/** Lists by what they are called here. */
const LISTS: Readonly<Record<string, number>> = {
  FIDE: 1,
  'FIDE blitz': 2,
  'FIDE rapid': 3,
  ICCF: 4,
  'ChessBase bullet': 6,
  'chess.com': 10,
  'LiChess blitz': 16,
  'LiChess rapid': 17,
}
const NATIONAL_LIST = 100

/** Names of servers; any other name is that of an international list. */
const SERVERS: ReadonlySet<string> = new Set(['ChessBase', 'chess.com', 'LiChess'])

/** The number of the internet among nations. */
const INTERNET = 196

const NAME_AT = 6

/** Reads what kind of rating it is; undefined for none. */
export function readRatingType(bytes: Uint8Array): string | undefined {
  const first = bytes[0]! | (bytes[1]! << 8)
  const kind = first & ((1 << KIND_BITS) - 1)
  const pace = PACES[first >> KIND_BITS] ?? ''
  const name = decodeUtf8Or(untilNul(bytes.subarray(NAME_AT, RATING_SIZE)), 'windows-1252')
  if (kind === KIND.national) return joined(nationCode(bytes[4]! | (bytes[5]! << 8)) ?? 'national', pace)
  if (kind === KIND.server) return joined(name === '' ? 'server' : name, pace)
  if (kind !== KIND.international) return undefined
  if (pace === 'correspondence') return name === '' ? 'ICCF' : name
  return joined(name === '' ? 'FIDE' : name, pace)
}

function joined(name: string, pace: string): string {
  return pace === '' ? name : `${name} ${pace}`
}

/** Writes the kind of a rating as {@link readRatingType} reads it; FIDE without one, as ChessBase does. */
export function writeRatingType(type = 'FIDE'): { bytes: Uint8Array; isExact: boolean } {
  const words = type.split(' ')
  const found = words.length > 1 ? PACES.indexOf(words.at(-1) as (typeof PACES)[number]) : 0
  const pace = Math.max(0, found)
  const name = pace > 0 ? words.slice(0, -1).join(' ') : type
  const nation = nationNumber(name)
  const bytes = new Uint8Array(RATING_SIZE)
  const view = new DataView(bytes.buffer)
  const isServer = SERVERS.has(name)
  const kind = nation !== 0 ? KIND.national : isServer ? KIND.server : KIND.international
  view.setUint16(0, kind | ((name === 'ICCF' ? CORRESPONDENCE : pace) << KIND_BITS), true)
  view.setUint16(2, nation !== 0 ? NATIONAL_LIST : (LISTS[type] ?? LISTS[name] ?? 1), true)
  view.setUint16(4, nation !== 0 ? nation : isServer && name !== 'chess.com' ? INTERNET : 0, true)
  const encoded = nation !== 0 ? new Uint8Array(0) : new TextEncoder().encode(name)
  bytes.set(encoded.subarray(0, RATING_SIZE - NAME_AT), NAME_AT)
  return { bytes, isExact: readRatingType(bytes) === type }
}
