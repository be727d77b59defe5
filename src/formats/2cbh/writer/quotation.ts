/** Quoted games as they are stored, the inverse of annotations/quotation.ts. */
import { ByteReader } from '../../../bytes/reader.ts'
import { fromBase64 } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { FormatError } from '../../../issues/errors.ts'
import type { Quotation } from '../../../model/annotation.ts'
import { parseDate } from '../../../model/date.ts'
import { isPass, moveFrom, movePromotion, moveTo } from '../../../model/move.ts'
import { resultSymbol } from '../../../model/result.ts'
import { isLegalMove, parseFen, START_FEN, type ChessPosition } from '../../../rules/chess/index.ts'
import { LINE_RESULT, openingNumber, RESULTS } from '../../chessbase/codes.ts'
import { packDate } from '../../chessbase/dates.ts'
import { EVENT_PACES, EVENT_TYPES } from '../../chessbase/entities.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { nationNumber } from '../../chessbase/nations.ts'
import type { FieldEncoder } from '../../chessbase/writer/field-encoder.ts'
import { QUOTATION_HEAD, QUOTATION_PARTS } from '../annotations/items.ts'
import {
  emptyParts,
  PROMOTES,
  QUOTATION_KIND,
  QUOTED_GAME_AT,
  QUOTED_PROMOTIONS,
  QUOTED_ROUND_AT,
  USUAL_RATINGS,
} from '../annotations/quotation.ts'
import type { Lose } from './lose.ts'

/** Most bytes of a text: its length counts a zero behind it. */
const MAX_STRING = 0xfe

/** The data of a quotation; undefined for one that begins from a start position of its own. */
export function quotationData(quotation: Quotation, text: FieldEncoder, lose: Lose): Uint8Array | undefined {
  const { fields, setup, nodes } = quotation
  if (setup !== undefined) {
    lose('2cbh/quotation-start', {})
    return undefined
  }
  const out = new ByteWriter().u8(1).u16le(nodes ? QUOTATION_KIND.moves : QUOTATION_KIND.header)
  out.u16le(numberOf(fields, 'unknown')).u32le(1).u8(0)
  const string = (words: string) => {
    const bytes = text.field(words, MAX_STRING)
    out
      .u8(bytes.length + 1)
      .put(bytes)
      .u8(0)
  }
  for (const side of ['white', 'black']) for (const part of splitName(wordOf(fields, side))) string(part)
  string(wordOf(fields, 'site'))
  string(wordOf(fields, 'event'))
  putParts(fields, out)
  const moves = movesOf(nodes ?? [], lose)
  out.u32le(moves.length)
  for (const [from, to] of moves) out.u8(from).u8(to).u24le(0)
  return out.u32le(0).bytes()
}

function wordOf(fields: Quotation['fields'], name: string): string {
  return String(fields[name] ?? '')
}

function numberOf(fields: Quotation['fields'], name: string): number {
  return Number(fields[name] ?? 0) || 0
}

/** Last and first name. */
function splitName(name: string): [string, string] {
  const comma = name.indexOf(', ')
  return comma < 0 ? [name, ''] : [name.slice(0, comma), name.slice(comma + 2)]
}

/** What stands between the texts and the moves. */
function putParts(fields: Quotation['fields'], out: ByteWriter): void {
  const { game, round, rest, ratings } = keptParts(fields)
  const view = new DataView(game.buffer, game.byteOffset, game.byteLength)
  view.setInt32(QUOTED_GAME_AT.date, packDate(parseDate(wordOf(fields, 'date'))), true)
  const type = Math.max(0, EVENT_TYPES.indexOf((fields['type'] ?? undefined) as (typeof EVENT_TYPES)[number]))
  const pace = EVENT_PACES.find(([, name]) => name === fields['pace'])?.[0] ?? 0
  view.setUint16(QUOTED_GAME_AT.type, type | pace, true)
  view.setUint16(QUOTED_GAME_AT.nation, nationNumber(wordOf(fields, 'nation') || undefined), true)
  view.setUint16(QUOTED_GAME_AT.category, numberOf(fields, 'category'), true)
  view.setUint16(QUOTED_GAME_AT.rounds, numberOf(fields, 'rounds'), true)
  view.setInt16(QUOTED_GAME_AT.whiteElo, numberOf(fields, 'whiteElo'), true)
  view.setInt16(QUOTED_GAME_AT.blackElo, numberOf(fields, 'blackElo'), true)
  const opening = openingNumber(wordOf(fields, 'eco') || undefined, numberOf(fields, 'ecoSub'))
  view.setUint16(QUOTED_GAME_AT.eco, opening, true)
  const result = RESULTS.findIndex((known) => resultSymbol(known) === fields['result'] && known.by === fields['by'])
  game[QUOTED_GAME_AT.result] = result < 0 ? LINE_RESULT : result
  round[QUOTED_ROUND_AT.round] = numberOf(fields, 'round')
  round[QUOTED_ROUND_AT.subround] = numberOf(fields, 'subround')
  out.put(game).put(round).put(ratings).put(rest)
}

/** The parts as the quotation kept them, or those of an empty one. */
function keptParts(fields: Quotation['fields']): ReturnType<typeof emptyParts> & { ratings: Uint8Array } {
  const usual = { ...emptyParts(), ratings: Uint8Array.from(USUAL_RATINGS) }
  const kept = fields['2cbh']
  if (typeof kept !== 'string') return usual
  try {
    const bytes = fromBase64(kept)
    const reader = new ByteReader(bytes)
    reader.skip(QUOTATION_HEAD)
    for (let left = 6; left > 0; left--) reader.skip(reader.u8())
    const game = reader.take(QUOTATION_PARTS.game).slice()
    const round = reader.take(QUOTATION_PARTS.round).slice()
    const start = reader.position
    for (let left = 2; left > 0; left--) {
      reader.skip(QUOTATION_PARTS.rating)
      reader.skip(reader.i32le())
    }
    const ratings = bytes.slice(start, reader.position)
    const rest = reader.take(QUOTATION_PARTS.rest).slice()
    return reader.remaining === 0 ? { game, round, ratings, rest } : usual
  } catch (error) {
    if (error instanceof FormatError) return usual
    throw error
  }
}

/** The moves of the main line as two bytes each. */
function movesOf(nodes: NonNullable<Quotation['nodes']>, lose: Lose): [from: number, to: number][] {
  const position = parseFen(START_FEN)
  const moves: [number, number][] = []
  for (const [index, { parent, move }] of nodes.entries()) {
    if (index === 0) continue
    if (parent !== index - 1) {
      lose('2cbh/quotation-start', {})
      break
    }
    if (move === undefined || isPass(move) || !isLegalMove(position, move)) {
      lose('chessbase/quotation-moves', {})
      break
    }
    moves.push(moveBytes(position, move))
    position.play(move)
  }
  return moves
}

function moveBytes(position: ChessPosition, move: number): [from: number, to: number] {
  const from = moveFrom(move)
  const target = moveTo(move)
  const isCastling = from === position.kings[position.turn] && position.board[target]! >> 3 === position.turn
  const to = isCastling ? (from & 56) + (target > from ? 6 : 2) : target
  const promotion = movePromotion(move)
  const piece = QUOTED_PROMOTIONS.indexOf(promotion as (typeof QUOTED_PROMOTIONS)[number])
  if (promotion === 0 || piece < 0) return [turnSquare(from), turnSquare(to)]
  return [turnSquare(from) | PROMOTES, turnSquare(to) | (piece << 6)]
}
