/** Fixed records and codes of the headers: docs/formats/chess-assistant.md, Games and Codes. */
import { u16le, u32le } from '../../../bytes/numbers.ts'
import { makeDate, type PartialDate } from '../../../model/date.ts'
import type { Result } from '../../../model/result.ts'

export const HEADER_SIZE = 38
export const PLAYER_SIZE = 10

/** The lists of the volume; annotators are among the players. */
export const LISTS = ['Players', 'Events', 'Places', 'Sources'] as const
export type ListName = (typeof LISTS)[number]

/** Files of every list, in the order of the volume. */
export const LIST_FILES = ['cdp', 'iii', 'axx', 'dxx', 'd00', 'a01', 'd01'] as const

/** Offsets in a row of `.d00` of what numbers something. */
export const ROW_AT = { white: 0, black: 3, event: 14, site: 17, game: 24, annotator: 32, source: 35 } as const

/** A row of `.d00`. */
export interface StoredHeader {
  white: number
  black: number
  whiteRating: number
  blackRating: number
  outcome: number
  date: number
  event: number
  site: number
  type: number
  game: number
  unknown: number
  round: number
  opening: number
  annotator: number
  source: number
}

export function readStoredHeader(row: Uint8Array): StoredHeader {
  return {
    white: u24le(row, ROW_AT.white),
    black: u24le(row, ROW_AT.black),
    whiteRating: u16le(row, 6),
    blackRating: u16le(row, 8),
    outcome: row[10]!,
    date: u24le(row, 11),
    event: u24le(row, ROW_AT.event),
    site: u24le(row, ROW_AT.site),
    type: u32le(row, 20),
    game: u32le(row, ROW_AT.game),
    unknown: row[28]!,
    round: row[29]!,
    opening: u16le(row, 30),
    annotator: u24le(row, ROW_AT.annotator),
    source: u24le(row, ROW_AT.source),
  }
}

/** An unsigned number of three bytes. */
export function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) | (bytes[at + 2]! << 16)
}

/** Unpacks day + 32 * (month + 13 * year); undefined when nothing is known. */
export function unpackDate(packed: number): PartialDate | undefined {
  const year = Math.floor(packed / (32 * 13))
  return makeDate(year <= 9999 ? year : 0, (packed >> 5) % 13, packed & 31)
}

/** Packs a date; unknown parts are 0. */
export function packDate({ year = 0, month = 0, day = 0 }: PartialDate = {}): number {
  return day + 32 * (month + 13 * year)
}

/** The first outcome code that is a verdict. */
export const FIRST_VERDICT = 5

/** Verdicts on lines without result, in the order of their codes, as PGN glyph numbers. */
const VERDICTS = [16, 17, 14, 15, 18, 19, 10, 13, 44, 40, 36, 132]

/** The two glyphs for equality, which share one code. */
const EQUALITY = 10
export const QUIET_EQUALITY = 11

export const UNKNOWN_OUTCOME = 4

/** The result of an outcome code; undefined for a code that is not known. */
export function resultOf(outcome: number): Result | undefined {
  if (outcome === 1) return { outcome: 'draw' }
  if (outcome === 2 || outcome === 3) return { outcome: 'win', winner: outcome === 2 ? 1 : 2 }
  if (outcome === UNKNOWN_OUTCOME) return { outcome: 'unfinished' }
  const verdict = VERDICTS[outcome - FIRST_VERDICT]
  return verdict === undefined ? undefined : { outcome: 'unfinished', verdict }
}

/** The outcome code of a result. */
export function outcomeOf({ outcome, winner, verdict }: Result): number {
  if (outcome === 'draw') return 1
  if (outcome === 'win') return winner === 2 ? 3 : 2
  const known = verdict === QUIET_EQUALITY ? EQUALITY : verdict
  const index = known === undefined || outcome !== 'unfinished' ? -1 : VERDICTS.indexOf(known)
  return index < 0 ? UNKNOWN_OUTCOME : index + FIRST_VERDICT
}

/** The thirty kinds of games, kind 1 first. */
export const GAME_TYPES = [
  'my own games',
  'historic games',
  'model games',
  'annotated games from books',
  'computer games',
  'opening theory and plans',
  'middlegames',
  'endgames',
  'strategy',
  'tactics',
  'tests',
  'blunders',
  'kingside attack',
  'queenside attack',
  'counter-attack',
  'typical pawn structure',
  'piece play',
  'positional sacrifice',
  'material imbalance',
  'endgame transition',
  'opposite-coloured bishops',
  'space',
  'defence',
  'prophylaxis',
  'drawing methods',
  'my analysis',
  'computer analysis',
  'tablebase analysis',
  'psychology',
  'miscellaneous',
] as const

/** Names of the kinds in a game type, read as one number or as bits. */
export function gameTypes(type: number, reading: 'number' | 'mask'): string[] {
  return GAME_TYPES.filter((_, index) => (reading === 'number' ? type === index + 1 : ((type >>> index) & 1) === 1))
}

/** The ECO code of a number; undefined beyond E99. */
export function openingOf(code: number): string | undefined {
  if (code >= 500) return undefined
  return 'ABCDE'[Math.floor(code / 100)]! + String(code % 100).padStart(2, '0')
}

/** The number of an ECO code, whatever follows its two digits; undefined for other text. */
export function openingCodeOf(text: string): number | undefined {
  const match = /^([A-E])([0-9]{2})/.exec(text)
  return match ? 'ABCDE'.indexOf(match[1]!) * 100 + Number(match[2]) : undefined
}
