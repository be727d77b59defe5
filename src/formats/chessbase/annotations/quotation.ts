/** Quoted games, type 13, big-endian: docs/formats/chessbase.md, Quotations. */
import { ByteReader } from '../../../bytes/reader.ts'
import type { Quotation } from '../../../model/annotation.ts'
import { formatPgnDate } from '../../../model/date.ts'
import { FormatError, PositionError } from '../../../issues/errors.ts'
import { resultSymbol } from '../../../model/result.ts'
import { readOpening, RESULTS } from '../codes.ts'
import { unpackDate } from '../dates.ts'
import { EVENT_PACES, EVENT_TYPES } from '../entities.ts'
import type { MoveDecoder } from '../moves/decoder.ts'
import { QUOTATION_MODE } from '../moves/modes.ts'
import { readStart, START_SIZE } from '../moves/start.ts'
import { MoveTreeSink } from '../moves/tree.ts'
import { nationCode } from '../nations.ts'
import type { TextReader } from '../text.ts'

/** Kinds of quotations: only the header, or also the moves. */
export const QUOTATION_KIND = { header: 1, moves: 2 } as const

/** Flag bit: a start position follows. */
export const QUOTATION_START = 0x40

/** Names of the fields of a quoted header, in the order in which they are kept. */
type Fields = Record<string, string | number>

/** Reads a quotation; undefined for invalid bytes. */
export function readQuotation(data: Uint8Array, text: TextReader, decoder: MoveDecoder): Quotation | undefined {
  const reader = new ByteReader(data)
  try {
    if (reader.u16be() !== data.length) return undefined
    const kind = reader.u16be()
    const flags = reader.u16be()
    if ((kind !== QUOTATION_KIND.header && kind !== QUOTATION_KIND.moves) || (flags & ~QUOTATION_START) !== 0) {
      return undefined
    }
    const start = (flags & QUOTATION_START) === 0 ? undefined : readStart(reader.take(START_SIZE), false)
    const fields = readFields(reader, text)
    const quotation: Quotation = { type: 'quotation', fields }
    if (start) quotation.setup = start.fen
    if (reader.remaining === 0) return quotation
    const sink = new MoveTreeSink()
    const position = start?.position ?? decoder.initialPosition()
    const ending = decoder.decode(data, reader.position, QUOTATION_MODE, position, sink)
    if (ending.fault !== undefined || ending.at !== data.length) return undefined
    if (kind === QUOTATION_KIND.moves) {
      quotation.nodes = sink.nodes.map(({ parent, move }) => (move === undefined ? { parent } : { parent, move }))
    } else if (sink.nodes.length > 1) return undefined
    return quotation
  } catch (error) {
    if (error instanceof FormatError || error instanceof PositionError) return undefined
    throw error
  }
}

function readFields(reader: ByteReader, text: TextReader): Fields {
  const fields: Fields = {}
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '' && value !== 0) fields[name] = value
  }
  const string = () => {
    const value = text.field(reader.take(reader.u8()))
    reader.skip(1)
    return value
  }
  put('white', spaced(string()))
  put('black', spaced(string()))
  put('whiteElo', reader.u16be())
  put('blackElo', reader.u16be())
  const opening = reader.u16be()
  put('eco', readOpening(opening)?.opening)
  put('ecoSub', readOpening(opening)?.subcode)
  put('event', string())
  put('site', string())
  const date = unpackDate(reader.u32be())
  put('date', date && (date.text ?? formatPgnDate(date)))
  const type = reader.u16be()
  put('type', EVENT_TYPES[type & 31])
  put('pace', EVENT_PACES.find(([bit]) => (type & bit) !== 0)?.[1])
  put('nation', nationCode(reader.u16be()))
  put('category', reader.u16be())
  put('rounds', reader.u16be())
  put('subround', reader.u8())
  put('round', reader.u8())
  const result = RESULTS[reader.u8()]
  put('result', result && resultSymbol(result))
  put('by', result?.by)
  put('unknown', reader.u16be())
  return fields
}

/** Names are stored as `Last,First`; elsewhere they are written `Last, First`. */
function spaced(name: string): string {
  return name.replace(/,(?! )/, ', ')
}
