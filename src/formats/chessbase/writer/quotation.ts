/** Quoted games as stored, the inverse of annotations/quotation.ts. Big-endian. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Quotation } from '../../../model/annotation.ts'
import { parseDate } from '../../../model/date.ts'
import { messageOf, PositionError } from '../../../issues/errors.ts'
import { resultSymbol } from '../../../model/result.ts'
import { parseFen } from '../../../rules/chess/index.ts'
import { QUOTATION_KIND, QUOTATION_START } from '../annotations/quotation.ts'
import { LINE_RESULT, openingNumber, RESULTS } from '../codes.ts'
import { packDate } from '../dates.ts'
import { EVENT_PACES, EVENT_TYPES } from '../entities.ts'
import { nationNumber } from '../nations.ts'
import type { Lose } from './lose.ts'
import type { MoveEncoder } from './move-encoder.ts'
import { writeStart } from './start-block.ts'
import type { FieldEncoder } from './field-encoder.ts'

const MAX_STRING = 0xff

/** The data of a quotation; undefined if its start position is invalid. */
export function quotationData(
  quotation: Quotation,
  encoder: MoveEncoder,
  text: FieldEncoder,
  lose: Lose,
): Uint8Array | undefined {
  const { fields, setup, nodes } = quotation
  const out = new ByteWriter()
  out
    .u16be(0)
    .u16be(nodes ? QUOTATION_KIND.moves : QUOTATION_KIND.header)
    .u16be(setup === undefined ? 0 : QUOTATION_START)
  try {
    const position = setup === undefined ? encoder.initialPosition() : parseFen(setup)
    if (setup !== undefined) writeStart(position, setup, false, out, lose)
    putFields(fields, text, out)
    const encoded = encoder.encodeQuotation(nodes ?? [{ parent: -1 }], position, out)
    if (encoded.firstUnwritten > 0) lose('chessbase/quotation-moves', {})
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    lose('chessbase/quotation', { reason: messageOf(error) })
    return undefined
  }
  if (out.length > 0xffff) {
    lose('chessbase/long-quotation', { size: out.length })
    return undefined
  }
  const bytes = out.bytes()
  bytes[0] = out.length >> 8
  bytes[1] = out.length & 0xff
  return bytes
}

function putFields(fields: Quotation['fields'], text: FieldEncoder, out: ByteWriter): void {
  const string = (name: string, makeText = (value: string) => value) => {
    const bytes = text.field(makeText(String(fields[name] ?? '')), MAX_STRING)
    out.u8(bytes.length).put(bytes).u8(0)
  }
  const number = (name: string) => Number(fields[name] ?? 0) || 0
  const word = (name: string) => String(fields[name] ?? '')
  // Names are stored as `Last,First`.
  string('white', (name) => name.replace(', ', ','))
  string('black', (name) => name.replace(', ', ','))
  out.u16be(number('whiteElo')).u16be(number('blackElo'))
  out.u16be(openingNumber(word('eco') || undefined, number('ecoSub')))
  string('event')
  string('site')
  out.u32be(packDate(parseDate(word('date'))))
  const type = Math.max(0, EVENT_TYPES.indexOf((fields['type'] ?? undefined) as (typeof EVENT_TYPES)[number]))
  out.u16be(type | (EVENT_PACES.find(([, pace]) => pace === fields['pace'])?.[0] ?? 0))
  out.u16be(nationNumber(word('nation') || undefined))
  out.u16be(number('category')).u16be(number('rounds')).u8(number('subround')).u8(number('round'))
  const result = RESULTS.findIndex((known) => resultSymbol(known) === fields['result'] && known.by === fields['by'])
  out.u8(result < 0 ? LINE_RESULT : result).u16be(number('unknown'))
}
