/** The records of `.2cbh`, the inverse of headers.ts. */
import { fromBase64 } from '../../../bytes/text.ts'
import { medalBits } from '../../../model/annotation.ts'
import type { Json } from '../../../model/json.ts'
import { playerOf, type GameRecord, type Header } from '../../../model/record.ts'
import { packDate, unpackDate } from '../../chessbase/dates.ts'
import { KNOWN_FLAGS } from '../../chessbase/flags.ts'
import { openingCode, resultCodes } from '../../chessbase/writer/header-data.ts'
import type { GameFacts } from '../content-facts.ts'
import { RECORD_SIZE } from '../detect.ts'
import { ANALYSIS_AT, CONTENT, ENDGAMES_SIZE, GAME_AT, RECORD_AT, TEXT_AT, TYPE } from '../header-records.ts'
import { writeRatingType } from '../ratings.ts'
import type { Lose } from './lose.ts'

export type Native = { [key: string]: Json }

/** The numbers of the entities that a game or text names; -1 for no team. */
export interface EntityNumbers {
  white: number
  black: number
  tournament: number
  annotator: number
  source: number
  whiteTeam: number
  blackTeam: number
  title: number
}

/** Where the parts of a game are. */
export interface Places {
  moves: number
  annotations: number
}

/** Bits of the medals that a header has room for. */
const MEDAL_BITS = 16

/** The record of a game. @param chess960 number of its start position, when it is one of Chess960 */
export function gameRecord(
  record: GameRecord,
  native: Native,
  ids: EntityNumbers,
  places: Places,
  facts: GameFacts,
  chess960: number | undefined,
  lose: Lose,
): Uint8Array {
  const { header } = record
  const { bytes, view, putId } = newRecord(TYPE.present, CONTENT.game, header)
  putId(GAME_AT.moves, places.moves)
  putId(GAME_AT.annotations, places.annotations)
  for (const field of ['white', 'black', 'tournament', 'annotator', 'source', 'whiteTeam', 'blackTeam'] as const) {
    putId(GAME_AT[field], ids[field])
  }
  putId(GAME_AT.tag, ids.title)
  const [result, verdict] = resultCodes(header.result, native, lose)
  bytes[GAME_AT.result] = result
  bytes[GAME_AT.verdict] = verdict
  putRounds(view, header, lose)
  putRatings(bytes, view, header, lose)
  view.setUint16(GAME_AT.eco, openingCode(header, native, record.variant !== undefined, chess960, lose), true)
  const medals = medalBits(header.medals ?? [])
  if (medals >>> MEDAL_BITS !== 0) lose('chessbase/medals', {})
  view.setUint16(GAME_AT.medals, medals, true)
  // Bits of unknown meaning are kept as they were read.
  view.setUint32(GAME_AT.flags, (facts.flags | (numberOf(native['flags']) & ~KNOWN_FLAGS)) >>> 0, true)
  view.setUint16(GAME_AT.magnitudes, facts.magnitudes, true)
  view.setInt16(GAME_AT.moveCount, Math.min(facts.moveCount, 0x7fff), true)
  view.setUint32(GAME_AT.greaterMaterial, facts.material[0], true)
  view.setUint32(GAME_AT.lesserMaterial, facts.material[1], true)
  putDigits(view, GAME_AT.created, native['created'])
  putDigits(view, GAME_AT.changed, native['changed'])
  putBytes(bytes, GAME_AT.endgames, ENDGAMES_SIZE, native['endgames'])
  putBytes(bytes, GAME_AT.scores, ENDGAMES_SIZE, native['scores'])
  view.setInt32(GAME_AT.version, numberOf(native['version']), true)
  view.setInt32(GAME_AT.date, packDate(header.date), true)
  const { text: dateText } = header.date ?? {}
  if (dateText !== undefined && unpackDate(packDate(header.date))?.text !== dateText) {
    lose('chessbase/date', { date: dateText })
  }
  return bytes
}

/** The record of a guiding text. */
export function textRecord(header: Header, native: Native, ids: EntityNumbers, moves: number): Uint8Array {
  const { bytes, view, putId } = newRecord(TYPE.present | TYPE.text, CONTENT.game, header)
  putId(TEXT_AT.moves, moves)
  putId(TEXT_AT.tournament, ids.tournament)
  putId(TEXT_AT.source, ids.source)
  putId(TEXT_AT.annotator, ids.annotator)
  putId(TEXT_AT.title, ids.title)
  putDigits(view, TEXT_AT.created, native['created'])
  putDigits(view, TEXT_AT.media, native['media'])
  putDigits(view, TEXT_AT.version, native['version'])
  return bytes
}

/** The record of an analysis. */
export function analysisRecord(header: Header, kept: string, ids: EntityNumbers, places: Places): Uint8Array {
  const { bytes, putId } = newRecord(TYPE.present, CONTENT.analysis, header)
  putId(ANALYSIS_AT.moves, places.moves)
  putId(ANALYSIS_AT.annotations, places.annotations)
  putId(ANALYSIS_AT.title, ids.title)
  putId(ANALYSIS_AT.source, ids.source)
  putId(ANALYSIS_AT.annotator, ids.annotator)
  putBytes(bytes, ANALYSIS_AT.unknown, ANALYSIS_AT.end - ANALYSIS_AT.unknown, kept)
  return bytes
}

function newRecord(type: number, content: number, header: Header) {
  const bytes = new Uint8Array(RECORD_SIZE)
  const view = new DataView(bytes.buffer)
  bytes[RECORD_AT.type] = type | (header.deleted ? TYPE.deleted : 0)
  bytes[RECORD_AT.content] = content
  bytes[RECORD_AT.typeAgain] = type
  const putId = (at: number, id: number) => view.setBigInt64(at, BigInt(id), true)
  return { bytes, view, putId }
}

function putRounds(view: DataView, header: Header, lose: Lose): void {
  const { round, subround, board, roundText } = header
  const put = (at: number, value: number | undefined, tell: (value: number) => void) => {
    if (value === undefined) return
    if (Number.isInteger(value) && value >= -0x8000 && value <= 0x7fff) view.setInt16(at, value, true)
    else tell(value)
  }
  put(GAME_AT.round, round, (value) => lose('chessbase/round', { round: value }))
  put(GAME_AT.subround, subround, (value) => lose('chessbase/subround', { subround: value }))
  put(GAME_AT.board, board, (value) => lose('chessbase/board', { board: value }))
  if (round === undefined && roundText !== undefined) lose('chessbase/round', { round: roundText })
}

function putRatings(bytes: Uint8Array, view: DataView, header: Header, lose: Lose): void {
  const places = [
    [1, GAME_AT.whiteElo, GAME_AT.whiteRating],
    [2, GAME_AT.blackElo, GAME_AT.blackRating],
  ] as const
  for (const [colour, at, typeAt] of places) {
    const { rating = 0, ratingType } = playerOf(header, colour) ?? {}
    if (Number.isInteger(rating) && rating >= -0x8000 && rating <= 0x7fff) view.setInt16(at, rating, true)
    else lose('chessbase/rating', { rating })
    // Where there is no rating, ChessBase writes that it is one of FIDE.
    const type = writeRatingType(ratingType)
    if (ratingType !== undefined || rating === 0) bytes.set(type.bytes, typeAt)
    if (ratingType !== undefined && (!type.isExact || rating === 0)) lose('2cbh/rating-kind', { ratingType })
  }
}

export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0
}

/** Puts a signed number of 64 bits that is given as such or as decimal digits; 0 for anything else. */
function putDigits(view: DataView, at: number, value: Json | undefined): void {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (/^-?[0-9]{1,19}$/.test(digits)) view.setBigInt64(at, BigInt(digits), true)
}

function putBytes(bytes: Uint8Array, at: number, size: number, value: Json | undefined): void {
  if (typeof value === 'string') bytes.set(fromBase64(value).subarray(0, size), at)
}
