/**
 * The `.cbtt` file: where a tournament was held, its last day and its
 * tie-break rules. Record n belongs to tournament n; there may be fewer. Numbers are little-endian except for the
 * coordinates and the date. docs/formats/chessbase.md, Tournament details.
 */
import { i32be, i32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import type { GameEvent } from '../../model/record.ts'
import { unpackDate } from './dates.ts'

export const DETAILS_HEAD_SIZE = 32
export const DETAILS_HEAD_AT = { version: 0, recordSize: 4, lastIndex: 8 } as const

/** Record size of each version of the file. */
export const DETAILS_SIZES: Readonly<Record<number, number>> = { 2: 61, 3: 65, 4: 223, 5: 405 }

export const DETAILS_AT = { latitude: 0, longitude: 8, tieBreaks: 50, tieBreakCount: 60, endDate: 61 } as const

/** Tie-break rules by number. */
export const TIE_BREAKS: Readonly<Record<number, string>> = {
  10: 'rating of Buchholz',
  11: 'fine Buchholz',
  12: 'median Buchholz',
  13: 'progressive score',
  14: 'Sonneborn-Berger (Swiss)',
  21: 'median Buchholz 2',
  22: 'Buchholz cut 1',
  23: 'Buchholz cut 2',
  200: 'Sonneborn-Berger',
  201: 'number of wins',
  202: 'number of wins with Black',
  203: 'number of games with Black',
  204: 'point group',
  206: 'Koya',
}

/** The largest number of rules for a tournament. */
const MAX_TIE_BREAKS = 10

/** What the file adds to an event. */
export type EventDetails = Pick<GameEvent, 'endDate' | 'location' | 'tieBreaks'>

export class TournamentDetailsFile {
  readonly version: number
  readonly recordSize: number
  private readonly source: Source

  constructor(source: Source) {
    this.source = source
    const head = source.read(0, DETAILS_HEAD_SIZE)
    this.version = i32le(head, DETAILS_HEAD_AT.version)
    this.recordSize = i32le(head, DETAILS_HEAD_AT.recordSize)
  }

  /** The details of a tournament by its identifier. */
  details(id: number): EventDetails {
    const start = DETAILS_HEAD_SIZE + id * this.recordSize
    const isThere = this.recordSize > DETAILS_AT.tieBreakCount && start + this.recordSize <= this.source.size
    return isThere ? readDetails(this.source.read(start, start + this.recordSize)) : {}
  }
}

function readDetails(bytes: Uint8Array): EventDetails {
  const details: EventDetails = {}
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const latitude = view.getFloat64(DETAILS_AT.latitude)
  const longitude = view.getFloat64(DETAILS_AT.longitude)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (isPlace && (latitude !== 0 || longitude !== 0)) details.location = { latitude, longitude }
  const count = Math.min(bytes[DETAILS_AT.tieBreakCount]!, MAX_TIE_BREAKS)
  const rules = bytes.subarray(DETAILS_AT.tieBreaks, DETAILS_AT.tieBreaks + count)
  if (count > 0) details.tieBreaks = Array.from(rules, (rule) => TIE_BREAKS[rule] ?? `rule ${rule}`)
  const endDate = bytes.length >= DETAILS_AT.endDate + 4 ? unpackDate(i32be(bytes, DETAILS_AT.endDate)) : undefined
  if (endDate) details.endDate = endDate
  return details
}
