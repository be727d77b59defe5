/** The records of `.cbh` and `.cbj`, the inverse of headers.ts. Big-endian. */
import { fromBase64 } from '../../../bytes/text.ts'
import { medalBits } from '../../../model/annotation.ts'
import type { Json } from '../../../model/json.ts'
import type { GameRecord, Header, Player } from '../../../model/record.ts'
import type { Result } from '../../../model/result.ts'
import { FIRST_CHESS960_CODE, LINE_RESULT, openingNumber, RESULTS } from '../codes.ts'
import { packDate, unpackDate } from '../dates.ts'
import { EXTENDED_AT, EXTENDED_SIZE } from '../extended-records.ts'
import { KNOWN_FLAGS, type ContentFlags } from '../flags.ts'
import { GAME_AT, RECORD_SIZE, TEXT_AT, TYPE } from '../header-records.ts'
import { writeRatingType } from '../ratings.ts'
import type { Lose } from './lose.ts'
import type { FieldEncoder } from './field-encoder.ts'

/** The numbers of the entities that a game names; -1 for no team or tag. */
export interface EntityNumbers {
  white: number
  black: number
  tournament: number
  annotator: number
  source: number
  whiteTeam: number
  blackTeam: number
  tag: number
}

/** Where the parts of a game are, and their contents. */
export interface Places {
  moves: number
  /** 0 without annotations. */
  annotations: number
  /** In `.cbm`; -1 for none. */
  media: number
}

type Native = { [key: string]: Json }

/** Bits of the medals that fit into a header. */
const MEDAL_BITS = 16

/** The record of a game in `.cbh`. @param chess960 number of its start position in Chess960 */
export function gameRecord(
  record: GameRecord,
  native: Native,
  ids: EntityNumbers,
  places: Places,
  content: ContentFlags,
  chess960: number | undefined,
  lose: Lose,
): Uint8Array {
  const { header } = record
  const bytes = new Uint8Array(RECORD_SIZE)
  const view = new DataView(bytes.buffer)
  bytes[GAME_AT.type] = TYPE.present | (header.deleted ? TYPE.deleted : 0)
  view.setUint32(GAME_AT.moves, places.moves)
  view.setUint32(GAME_AT.annotations, places.annotations)
  putU24(bytes, GAME_AT.white, ids.white)
  putU24(bytes, GAME_AT.black, ids.black)
  putU24(bytes, GAME_AT.tournament, ids.tournament)
  putU24(bytes, GAME_AT.annotator, ids.annotator)
  putU24(bytes, GAME_AT.source, ids.source)
  putU24(bytes, GAME_AT.date, packDate(header.date))
  const { text: dateText } = header.date ?? {}
  if (dateText !== undefined && unpackDate(packDate(header.date))?.text !== dateText) {
    lose('chessbase/date', { date: dateText })
  }
  const [result, verdict] = resultCodes(header.result, native, lose)
  bytes[GAME_AT.result] = result
  bytes[GAME_AT.verdict] = verdict
  putRound(bytes, GAME_AT.round, GAME_AT.subround, header, lose)
  view.setUint16(GAME_AT.eco, openingCode(header, native, record.variant !== undefined, chess960, lose))
  const medals = medalBits(header.medals ?? [])
  if (medals >>> MEDAL_BITS !== 0) lose('chessbase/medals', {})
  view.setUint16(GAME_AT.medals, medals)
  // Bits of unknown meaning are kept as they were read.
  view.setUint32(GAME_AT.flags, (content.flags | (numberOf(native['flags']) & ~KNOWN_FLAGS)) >>> 0)
  view.setUint16(GAME_AT.magnitudes, content.magnitudes)
  bytes[GAME_AT.moveCount] = content.moveCount
  return bytes
}

/** Writes the ratings of both players. */
export function putRatings(bytes: Uint8Array, players: readonly (Player | undefined)[], lose: Lose): void {
  const view = new DataView(bytes.buffer)
  for (const [index, at] of [GAME_AT.whiteElo, GAME_AT.blackElo].entries()) {
    const rating = players[index]?.rating ?? 0
    if (Number.isInteger(rating) && rating >= 0 && rating <= 0xffff) view.setUint16(at, rating)
    else lose('chessbase/rating', { rating })
  }
}

/** The record of a guiding text in `.cbh`. */
export function textRecord(header: Header, native: Native, ids: EntityNumbers, places: Places, lose: Lose): Uint8Array {
  const bytes = new Uint8Array(RECORD_SIZE)
  const view = new DataView(bytes.buffer)
  bytes[GAME_AT.type] = TYPE.present | TYPE.text | (header.deleted ? TYPE.deleted : 0)
  view.setUint32(GAME_AT.moves, places.moves)
  putU24(bytes, TEXT_AT.tournament, ids.tournament)
  putU24(bytes, TEXT_AT.source, ids.source)
  putU24(bytes, TEXT_AT.annotator, ids.annotator)
  putRound(bytes, TEXT_AT.round, TEXT_AT.subround, header, lose)
  view.setUint32(TEXT_AT.flags, numberOf(native['flags']))
  return bytes
}

/** The record in `.cbj`, of the version that ChessBase writes now. */
export function extendedRecord(
  players: readonly (Player | undefined)[],
  native: Native,
  ids: EntityNumbers,
  places: Places,
  text: FieldEncoder,
): Uint8Array {
  const bytes = new Uint8Array(EXTENDED_SIZE)
  const view = new DataView(bytes.buffer)
  view.setInt32(EXTENDED_AT.whiteTeam, ids.whiteTeam)
  view.setInt32(EXTENDED_AT.blackTeam, ids.blackTeam)
  view.setInt32(EXTENDED_AT.media, places.media)
  putU64(view, EXTENDED_AT.annotations, places.annotations)
  putU64(view, EXTENDED_AT.moves, places.moves)
  for (const [index, at] of [EXTENDED_AT.whiteRating, EXTENDED_AT.blackRating].entries()) {
    const type = players[index]?.ratingType
    if (type !== undefined)
      bytes.set(
        writeRatingType(type, (name, width) => text.field(name, width)),
        at,
      )
  }
  view.setUint16(EXTENDED_AT.saves, numberOf(native['saves']))
  putDigits(view, EXTENDED_AT.created, native['created'])
  if (typeof native['endgames'] === 'string') bytes.set(fromBase64(native['endgames']), EXTENDED_AT.endgames)
  putDigits(view, EXTENDED_AT.saved, native['saved'])
  view.setInt32(EXTENDED_AT.tag, ids.tag)
  return bytes
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

export function putU24(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 16
  bytes[at + 1] = value >> 8
  bytes[at + 2] = value
}

/** Writes a 64-bit number, given as a number or as decimal digits; 0 for anything else. */
function putDigits(view: DataView, at: number, value: Json | undefined): void {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (/^[0-9]{1,20}$/.test(digits)) view.setBigUint64(at, BigInt(digits))
}

export function putU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, Math.floor(value / 0x1_0000_0000))
  view.setUint32(at + 4, value)
}

/** The code of a result, and the verdict on a line without one. */
export function resultCodes(result: Result, native: Native, lose: Lose): [result: number, verdict: number] {
  const { outcome, winner, by, verdict = 0, margin, text } = result
  const wording = text ?? margin
  if (wording !== undefined) lose('chessbase/result-text', { text: wording })
  const isSame = (known: Result) => known.outcome === outcome && known.winner === winner
  const exact = RESULTS.findIndex((known) => isSame(known) && known.by === by)
  const code = exact >= 0 ? exact : RESULTS.findIndex((known) => isSame(known) && known.by === undefined)
  if (code < 0) lose('chessbase/result', { outcome })
  else if (exact < 0) lose('chessbase/result-details', { by: by! })
  const stored = native['result']
  const storedVerdict = native['verdict']
  const isOwn = typeof stored === 'number' && outcome === 'unfinished'
  return [
    isOwn ? stored & 0xff : code < 0 ? LINE_RESULT : code,
    typeof storedVerdict === 'number' ? storedVerdict & 0xff : verdict & 0xff,
  ]
}

/** A game with a board and no sub-round has the board in its place, as in ChessBase's import of PGN. */
function putRound(bytes: Uint8Array, roundAt: number, subroundAt: number, header: Header, lose: Lose): void {
  const { round, subround, board, roundText } = header
  const isByte = (value: number) => Number.isInteger(value) && value >= 0 && value <= 0xff
  const second = subround ?? board ?? 0
  if (round === undefined || isByte(round)) bytes[roundAt] = round ?? 0
  else lose('chessbase/round', { round })
  if (isByte(second)) bytes[subroundAt] = second
  else lose('chessbase/subround', { subround: second })
  if (subround !== undefined && board !== undefined) lose('chessbase/board', { board })
  if (round === undefined && roundText !== undefined) lose('chessbase/round', { round: roundText })
}

/** The code of an opening, or of the start of a Chess960 game. */
export function openingCode(
  { openingCode, openingSubcode = 0 }: Header,
  native: Native,
  isVariant: boolean,
  chess960: number | undefined,
  lose: Lose,
): number {
  if (typeof native['eco'] === 'number') return native['eco'] & 0xffff
  // Chess960 games have the number of their start position in its place.
  const code =
    isVariant && chess960 !== undefined ? FIRST_CHESS960_CODE + chess960 : openingNumber(openingCode, openingSubcode)
  if (openingCode !== undefined && (code === 0 || (isVariant && chess960 !== undefined))) {
    lose('chessbase/opening', { code: openingCode })
  }
  return code
}
