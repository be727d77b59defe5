/** Quoted games, type 13: docs/formats/2cbh.md, Quotations. */
import { ByteReader } from '../../../bytes/reader.ts'
import { toBase64 } from '../../../bytes/text.ts'
import { FormatError } from '../../../issues/errors.ts'
import type { Quotation } from '../../../model/annotation.ts'
import { formatPgnDate } from '../../../model/date.ts'
import { resultSymbol } from '../../../model/result.ts'
import { isLegalMove, moveBetween, type ChessPosition } from '../../../rules/chess/index.ts'
import { readOpening, RESULTS } from '../../chessbase/codes.ts'
import { unpackDate } from '../../chessbase/dates.ts'
import { EVENT_PACES, EVENT_TYPES } from '../../chessbase/entities.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { nationCode } from '../../chessbase/nations.ts'
import type { TextReader } from '../../chessbase/text.ts'
import { QUOTATION_HEAD, QUOTATION_PARTS, QUOTED_MOVE, USUAL_START_AT } from './items.ts'

/** Kinds of quotations: the header alone, or the moves too. */
export const QUOTATION_KIND = { header: 1, moves: 2 } as const

/** Offsets of what is known in the parts behind the strings. */
export const QUOTED_GAME_AT = {
  date: 0,
  type: 4,
  nation: 6,
  category: 8,
  rounds: 10,
  whiteElo: 28,
  blackElo: 30,
  eco: 32,
  result: 34,
} as const
export const QUOTED_ROUND_AT = { round: 8, subround: 9 } as const

/** What a piece on a promotion's target becomes, by two bits: queen, knight, bishop, rook. */
export const QUOTED_PROMOTIONS = [4, 1, 2, 3] as const
export const PROMOTES = 0x40

/** The bytes of the parts in which nothing is set, as ChessBase writes them. */
export function emptyParts(): { game: Uint8Array; round: Uint8Array; rest: Uint8Array } {
  const game = new Uint8Array(QUOTATION_PARTS.game)
  const round = new Uint8Array(QUOTATION_PARTS.round)
  const rest = new Uint8Array(QUOTATION_PARTS.rest)
  for (const at of [12, 14, 26]) game[at] = 1
  round[18] = 0x4a
  for (const at of [22, 28]) round[at] = 1
  rest[18] = 4
  rest[USUAL_START_AT] = 1
  return { game, round, rest }
}

/** Names of the fields of a quoted header, in the order in which they are kept. */
type Fields = Record<string, string | number>

/** Reads a quotation; undefined for bytes that do not fit, and for one from a start position of its own. */
export function readQuotation(
  data: Uint8Array,
  text: TextReader,
  makeStart: () => ChessPosition,
): Quotation | undefined {
  try {
    const reader = new ByteReader(data)
    if (reader.u8() !== 1) return undefined
    const kind = reader.u16le()
    const unknown = reader.u16le()
    reader.position = QUOTATION_HEAD
    if (kind !== QUOTATION_KIND.header && kind !== QUOTATION_KIND.moves) return undefined
    const fields = readFields(reader, text)
    if (unknown !== 0) fields['unknown'] = unknown
    const rest = reader.take(QUOTATION_PARTS.rest)
    if (rest[USUAL_START_AT] === 0) return undefined
    keepUnusual(data, reader.position, fields)
    const quotation: Quotation = { type: 'quotation', fields }
    const count = reader.i32le()
    const nodes = readMoves(reader.take(count * QUOTED_MOVE), makeStart())
    if (!nodes) return undefined
    if (kind === QUOTATION_KIND.moves) quotation.nodes = nodes
    else if (count > 0) return undefined
    return reader.i32le() === 0 && reader.remaining === 0 ? quotation : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function readFields(reader: ByteReader, text: TextReader): Fields {
  const fields: Fields = {}
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '' && value !== 0) fields[name] = value
  }
  const string = () => text.field(reader.take(reader.u8()))
  const name = () => [string(), string()].filter((part) => part !== '').join(', ')
  put('white', name())
  put('black', name())
  const site = string()
  put('event', string())
  put('site', site)
  const game = reader.take(QUOTATION_PARTS.game)
  const view = new DataView(game.buffer, game.byteOffset, game.byteLength)
  put('whiteElo', view.getInt16(QUOTED_GAME_AT.whiteElo, true))
  put('blackElo', view.getInt16(QUOTED_GAME_AT.blackElo, true))
  const opening = readOpening(view.getUint16(QUOTED_GAME_AT.eco, true))
  put('eco', opening?.opening)
  put('ecoSub', opening?.subcode)
  const date = unpackDate(view.getInt32(QUOTED_GAME_AT.date, true))
  put('date', date && (date.text ?? formatPgnDate(date)))
  const type = view.getUint16(QUOTED_GAME_AT.type, true)
  put('type', EVENT_TYPES[type & 31])
  put('pace', EVENT_PACES.find(([bit]) => (type & bit) !== 0)?.[1])
  put('nation', nationCode(view.getUint16(QUOTED_GAME_AT.nation, true)))
  put('category', view.getUint16(QUOTED_GAME_AT.category, true))
  put('rounds', view.getUint16(QUOTED_GAME_AT.rounds, true))
  const round = reader.take(QUOTATION_PARTS.round)
  put('round', round[QUOTED_ROUND_AT.round])
  put('subround', (round[QUOTED_ROUND_AT.subround]! << 24) >> 24)
  const result = RESULTS[game[QUOTED_GAME_AT.result]!]
  put('result', result && resultSymbol(result))
  put('by', result?.by)
  for (let left = 2; left > 0; left--) {
    reader.skip(QUOTATION_PARTS.rating)
    reader.skip(reader.i32le())
  }
  return fields
}

/** Keeps everything before the moves where numbers of unknown use are not those that ChessBase usually writes. */
function keepUnusual(data: Uint8Array, end: number, fields: Fields): void {
  const reader = new ByteReader(data)
  reader.skip(QUOTATION_HEAD)
  for (let left = 6; left > 0; left--) reader.skip(reader.u8())
  const usual = emptyParts()
  const game = reader.take(QUOTATION_PARTS.game)
  const round = reader.take(QUOTATION_PARTS.round)
  const ratings = data.subarray(reader.position, end - QUOTATION_PARTS.rest)
  const rest = data.subarray(end - QUOTATION_PARTS.rest, end)
  const isUsual =
    game.subarray(12, 28).every((byte, index) => byte === usual.game[12 + index]) &&
    round.every((byte, index) => index === 8 || index === 9 || byte === usual.round[index]) &&
    ratings.length === USUAL_RATINGS.length &&
    ratings.every((byte, index) => byte === USUAL_RATINGS[index]) &&
    rest.every((byte, index) => byte === usual.rest[index])
  if (!isUsual) fields['2cbh'] = toBase64(data.subarray(0, end))
}

/** Both ratings as ChessBase usually writes them: of FIDE. */
const FIDE_RATING = [1, 0, 1, 0, 0, 4, 0, 0, 0, 0x46, 0x49, 0x44, 0x45] as const
export const USUAL_RATINGS: readonly number[] = [...FIDE_RATING, ...FIDE_RATING]

/** The quoted moves, a line without variations; undefined when one is not legal. */
function readMoves(bytes: Uint8Array, position: ChessPosition): Quotation['nodes'] | undefined {
  const nodes: NonNullable<Quotation['nodes']> = [{ parent: -1 }]
  for (let at = 0; at < bytes.length; at += QUOTED_MOVE) {
    const from = bytes[at]!
    const to = bytes[at + 1]!
    const promotion = (from & PROMOTES) === 0 ? 0 : QUOTED_PROMOTIONS[to >> 6]!
    const move = moveBetween(position, turnSquare(from & 63), turnSquare(to & 63), promotion)
    if (!isLegalMove(position, move)) return undefined
    position.play(move)
    nodes.push({ parent: nodes.length - 1, move })
  }
  return nodes
}
