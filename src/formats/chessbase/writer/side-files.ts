/** The small files beside the games: tournament details, top games and the lists of media. */
import { withRoom } from '../../../bytes/resize.ts'
import { u32be } from '../../../bytes/numbers.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { packDate } from '../dates.ts'
import { LIST_HEAD, MEDIA_HEAD_SIZE, TITLE } from '../media-list.ts'
import { TOP_GAMES_HEAD_SIZE, TOP_GAMES_MAGIC } from '../top-games.ts'
import { DETAILS_AT, DETAILS_HEAD_SIZE, DETAILS_SIZES, TIE_BREAKS, type EventDetails } from '../tournament-details.ts'
import type { Lose } from './lose.ts'
import type { FieldEncoder } from './field-encoder.ts'

/** The earliest version that can store all details of a tournament. */
const DETAILS_VERSION = 3
const DETAILS_SIZE = DETAILS_SIZES[DETAILS_VERSION]!

/** The version of a list of details and the size of its records. */
export interface DetailsLayout {
  version: number
  size: number
}

export const NEW_DETAILS: DetailsLayout = { version: DETAILS_VERSION, size: DETAILS_SIZE }

const MAX_TIE_BREAKS = 10

/** The details of an event that can be stored, with its fields in a fixed order; undefined if none. */
export function detailsOf({ endDate, location, tieBreaks }: EventDetails): EventDetails | undefined {
  if (!endDate && !location && !tieBreaks?.length) return undefined
  return { ...(endDate && { endDate }), ...(location && { location }), ...(tieBreaks?.length && { tieBreaks }) }
}

/** The bytes of one tournament's details. */
export function detailsData(details: EventDetails, lose: Lose): Uint8Array {
  const bytes = new Uint8Array(DETAILS_SIZE)
  const view = new DataView(bytes.buffer)
  view.setFloat64(DETAILS_AT.latitude, details.location?.latitude ?? 0)
  view.setFloat64(DETAILS_AT.longitude, details.location?.longitude ?? 0)
  let count = 0
  for (const name of details.tieBreaks ?? []) {
    const number = tieBreakNumber(name)
    if (number === undefined || count === MAX_TIE_BREAKS) lose('chessbase/tie-break', { rule: name })
    else bytes[DETAILS_AT.tieBreaks + count++] = number
  }
  bytes[DETAILS_AT.tieBreakCount] = count
  view.setInt32(DETAILS_AT.endDate, packDate(details.endDate))
  return bytes
}

/** The number of a rule by its name, or by `rule N` where it has none. */
function tieBreakNumber(name: string): number | undefined {
  const known = Object.entries(TIE_BREAKS).find(([, rule]) => rule === name)?.[0]
  if (known !== undefined) return Number(known)
  const number = Number(/^rule (0|[1-9][0-9]{0,2})$/.exec(name)?.[1] ?? NaN)
  return number <= 0xff && TIE_BREAKS[number] === undefined ? number : undefined
}

/** The `.cbtt` file for so many tournaments. */
export function detailsFile(
  count: number,
  details: ReadonlyMap<number, Uint8Array>,
  { version, size }: DetailsLayout,
): Uint8Array {
  const out = new ByteWriter(DETAILS_HEAD_SIZE + count * size)
  out.u32le(version).u32le(size)
  out.u32le(count - 1)
  out.fill(0, DETAILS_HEAD_SIZE - out.length)
  for (let id = 0; id < count; id++) {
    const data = details.get(id)
    if (data) out.field(data, size)
    else out.fill(0, size)
  }
  return out.bytes()
}

/** Which games are among the best, two bits per game: whether it is, then whether it was judged. */
export class TopGames {
  private bits = new Uint8Array(64)
  private known = false

  /** Whether any game was judged. */
  get isKnown(): boolean {
    return this.known
  }

  /** Imports the data of an existing database; false if its form cannot be written. */
  load(file: Uint8Array): boolean {
    if (u32be(file, 0) !== TOP_GAMES_MAGIC || u32be(file, 8) !== 2) return false
    this.bits = file.slice(TOP_GAMES_HEAD_SIZE)
    this.known = true
    return true
  }

  /** Adds a game by its number from 1. */
  set(game: number, isTopGame: boolean): void {
    this.known = true
    const at = game >> 2
    this.bits = withRoom(this.bits, at + 1)
    this.bits[at]! |= (isTopGame ? 3 : 2) << ((game & 3) * 2)
  }

  /** What was said of a game by its number from 1; undefined if nothing. */
  get(game: number): boolean | undefined {
    const bits = (this.bits[game >> 2] ?? 0) >> ((game & 3) * 2)
    return (bits & 2) === 0 ? undefined : (bits & 1) === 1
  }

  /** The `.flags` file for a number of games. */
  file(count: number): Uint8Array {
    const words = (count + 1 + 15) >> 4
    const out = new ByteWriter(TOP_GAMES_HEAD_SIZE + words * 4)
    out.u32be(TOP_GAMES_MAGIC).u32be(words).u32be(2)
    return out.field(this.bits, words * 4).bytes()
  }
}

const MEDIA_RECORD_SIZE = 1024

/** The head of a `.cbm` file with a number of records. */
export function mediaHead(records: number): Uint8Array {
  const out = new ByteWriter(MEDIA_HEAD_SIZE)
  out.u32le(1).u32le(MEDIA_RECORD_SIZE).u32le(records).u32le(-1)
  return out.fill(0, MEDIA_HEAD_SIZE - out.length).bytes()
}

/** How many records there are in a `.cbm` file of a size. */
export function mediaRecords(size: number): number {
  return Math.max(0, Math.floor((size - MEDIA_HEAD_SIZE) / MEDIA_RECORD_SIZE))
}

/** A list of files, padded to whole records. */
export function mediaList(names: readonly string[], text: FieldEncoder): Uint8Array {
  const words = text.field([TITLE, String(names.length), ...names, ''].join('\n'))
  const records = Math.ceil((LIST_HEAD + words.length + 1) / MEDIA_RECORD_SIZE)
  const out = new ByteWriter(records * MEDIA_RECORD_SIZE)
  return out
    .u32le(-1)
    .u32le(records)
    .field(words, records * MEDIA_RECORD_SIZE - LIST_HEAD)
    .bytes()
}
