/** The row of a game in `.d00`: docs/formats/chess-assistant.md, Games and Writing. */
import type { LoseHere } from '../notes/lose.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { shorten } from '../../../issues/collector.ts'
import { isJsonObject, type Json } from '../../../model/json.ts'
import { playerOf, type GameRecord, type Header, type Player, type Publication } from '../../../model/record.ts'
import {
  FIRST_VERDICT,
  openingCodeOf,
  outcomeOf,
  packDate,
  QUIET_EQUALITY,
  UNKNOWN_OUTCOME,
  unpackDate,
} from '../files/layout.ts'
import { fideId, type ListWriter } from './list-writer.ts'
import { isPlainRound, notesOf, roundNote } from '../notes/notes.ts'
import { mayBeA00 } from '../moves/record-codes.ts'

/** The lists by the names of their tables, in the order of the volume. */
export const LIST_KEYS = ['players', 'events', 'places', 'sources'] as const
export type ListKey = (typeof LIST_KEYS)[number]
export type Lists = Record<ListKey, ListWriter>

/** The kind of ratings by default. */
const USUAL_RATING = 'FIDE'

/** What the row of a game contains besides the game's header. */
export interface HeaderContext {
  lists: Lists
  /** The value for games without an opening code. */
  noOpening: number
  /** Id of the game. */
  game: number
  /** The codes of its record. */
  moves: Uint8Array
}

/** Writes the 38 bytes. `lose` is called with what does not fit. */
export function writeHeader({ header, native }: GameRecord, context: HeaderContext, lose: LoseHere): Uint8Array {
  const { lists, game, moves } = context
  const own = ownFields(native?.['chess-assistant'])
  const [white, black] = [playerOf(header, 1), playerOf(header, 2)]
  const number = (name: string) => (typeof own[name] === 'number' ? own[name] : undefined)
  const playerId = (player: Player | undefined) => {
    if (!player) return 0
    checkPlayer(player, lose)
    return lists.players.add(player.name ?? '', player)
  }
  const row = new ByteWriter(40)
  row.u24le(playerId(white)).u24le(playerId(black))
  row.u16le(rating(white, lose)).u16le(rating(black, lose))
  row.u8(outcome(header, number('outcome'), lose)).u24le(date(header, number('date'), lose))
  row.u24le(lists.events.add(header.event?.name ?? ''))
  row.u24le(lists.places.add(header.event?.site ?? header.place ?? ''))
  row
    .u32le(number('type') ?? 0)
    .u32le(game)
    .u8(number('unknown') ?? 0)
  row.u8(round(header, number('round'), lose))
  row.u16le(opening(header, moves, context.noOpening, lose))
  row.u24le(header.annotator === undefined ? 0 : lists.players.addName(header.annotator))
  row.u24le(lists.sources.add(header.publication?.title ?? ''))
  if (header.publication) checkPublication(header.publication, lose)
  return row.bytes()
}

function ownFields(value: Json | undefined): Record<string, Json> {
  return isJsonObject(value) ? value : {}
}

function checkPublication(publication: Publication, lose: LoseHere): void {
  const { publisher, published, versionDate, version, quality } = publication
  if (publisher !== undefined) lose('chess-assistant/source-publisher', { publisher })
  if (published !== undefined) lose('chess-assistant/source-date', {})
  if (versionDate !== undefined) lose('chess-assistant/source-version-date', {})
  if (version !== undefined) lose('chess-assistant/source-version', { version })
  if (quality !== undefined) lose('chess-assistant/source-quality', { quality })
}

function checkPlayer(player: Player, lose: LoseHere): void {
  const { nation, otherName, id } = player
  if (nation !== undefined) lose('chess-assistant/player-nation', { nation })
  if (otherName !== undefined) lose('chess-assistant/player-other-name', { name: otherName })
  if (id !== undefined && fideId(player) === undefined) lose('chess-assistant/player-id', { id })
}

function rating(player: Player | undefined, lose: LoseHere): number {
  const { ratingType = USUAL_RATING } = player ?? {}
  if (ratingType !== USUAL_RATING) lose('chess-assistant/rating-kind', { ratingType })
  const value = player?.rating ?? 0
  if (Number.isInteger(value) && value >= 0 && value <= 0xffff) return value
  lose('chess-assistant/rating', { rating: value })
  return 0
}

function outcome({ result }: Header, own: number | undefined, lose: LoseHere): number {
  const code = outcomeOf(result)
  const { by, margin, text, verdict } = result
  if (result.outcome === 'both-lose' || result.outcome === 'void')
    lose('chess-assistant/result', { outcome: result.outcome })
  if (by !== undefined) lose('chess-assistant/result-reason', { by })
  if (margin !== undefined) lose('chess-assistant/result-margin', { margin })
  if (text !== undefined) lose('chess-assistant/result-text', { text: shorten(text) })
  if (verdict !== undefined && code < FIRST_VERDICT) lose('chess-assistant/verdict', { verdict })
  if (verdict === QUIET_EQUALITY && code >= FIRST_VERDICT) lose('chess-assistant/quiet-equality', {})
  return code === UNKNOWN_OUTCOME && own !== undefined ? own : code
}

/** The packed date: as in the original row if the model's date is what that row gave. */
function date({ date }: Header, own: number | undefined, lose: LoseHere): number {
  if (date?.text !== undefined) lose('chess-assistant/date-text', {})
  const packed = packDate(date)
  if (own !== undefined && (!date || packDate(unpackDate(own)) === packed)) return own
  if (packed >= 0 && packed <= 0xff_ffff) return packed
  lose('chess-assistant/year', { year: date!.year! })
  return 0
}

/**
 * Twice the round, with the lowest bit of the original row; anything but a whole number up to 127 is written before the
 * moves. Where that says the round too, the byte of the original row stays: nobody reads it.
 */
function round(header: Header, own: number | undefined, lose: LoseHere): number {
  const { round = 0, roundText, board } = header
  const notes = notesOf(header)
  const note = roundNote(header)
  const isWritten = note !== undefined && notes.includes(note)
  if (note !== undefined && !isWritten) lose('chess-assistant/round', { round: roundText ?? round })
  if (board !== undefined && !notes.some((text) => text.startsWith('[Board'))) {
    lose('chess-assistant/board', { board })
  }
  const isNumberWritten = isWritten && header.round !== undefined && roundText === undefined
  if (own !== undefined && isNumberWritten) return own & 0xff
  return (isPlainRound(round) ? round * 2 : 0) | ((own ?? 0) & 1)
}

function opening({ openingCode }: Header, moves: Uint8Array, none: number, lose: LoseHere): number {
  if (openingCode === undefined) {
    if (none === 0 && mayBeA00(moves)) lose('chess-assistant/opening-a00', {})
    return none
  }
  const code = openingCodeOf(openingCode)
  if (code === undefined || openingCode.length > 3) lose('chess-assistant/opening-code', { code: openingCode })
  if (code === 0 && !mayBeA00(moves)) lose('chess-assistant/opening-lost', {})
  return code ?? none
}
