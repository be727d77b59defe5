/** Writes a record of CCBridge, version 2: docs/formats/ccbridge.md, Record. */
import { ByteWriter } from '../../bytes/writer.ts'
import { encodeText } from '../../bytes/text.ts'
import type { GameRecord } from '../../model/record.ts'
import type { Position } from '../../rules/rules.ts'
import { rowFromTop, fileOf, SQUARES } from '../xiangqi/board.ts'
import { kindCode, resultCode } from '../xiangqi/codes.ts'
import { writeFields } from '../xiangqi/record-fields.ts'
import type { WriteReport } from '../xiangqi/write-report.ts'
import { startOf } from '../xiangqi/writing.ts'
import { makeGuid, parseGuid } from './guid.ts'
import { LAYOUT_2 as LAYOUT, PIECES, RECORD, RECORD_VERSION } from './layout.ts'
import { RECORD_MAGIC } from './magic.ts'
import { SQUARES_IN_ROWS, writeStream } from './stream.ts'
import { putField } from './text.ts'

/** A record ready to be written. */
export interface EncodedRecord {
  bytes: Uint8Array
  guid: Uint8Array
  title: string
}

/** The bytes of a record; undefined, with an issue of error severity, for one that cannot be written. */
export function encodeRecord(record: GameRecord, index: number, report: WriteReport): EncodedRecord | undefined {
  const start = startOf(record, report)
  if (!start) return undefined
  const header = new Uint8Array(LAYOUT.moves)
  header.set(encodeText(RECORD_MAGIC, 'utf-8').bytes)
  header[RECORD.version] = RECORD_VERSION
  const fields = writeFields(record.header, report)
  for (const { name, at, size } of LAYOUT.texts) putField(header, at, size, fields[name] ?? '', name, report)
  putEcco(header, fields.ECCO, report)
  header[LAYOUT.kind] = kindCode(record.header.kind, report)
  header[LAYOUT.result] = resultCode(record.header.result, report)
  header[LAYOUT.turn] = start.turn
  header[LAYOUT.moveNumber] = 1
  putBoard(header, start)
  // The place of playback: none.
  header.fill(0xff, LAYOUT.board + SQUARES, LAYOUT.moves)
  const out = new ByteWriter(LAYOUT.moves + 4 * record.nodes.length)
  out.put(header)
  writeStream(record.nodes, SQUARES_IN_ROWS, out, report)
  const bytes = out.bytes()
  const { id = '' } = record.header
  const own = parseGuid(id)
  if (id !== '' && !own) report.leftOut('id', id)
  const guid = own ?? makeGuid(bytes, index)
  bytes.set(guid, RECORD.guid)
  return { bytes, guid, title: fields.Name ?? '' }
}

function putEcco(header: Uint8Array, code: string | undefined, report: WriteReport): void {
  if (code === undefined) return
  if (/^[\x21-\x7e]{1,3}$/.test(code)) header.set(encodeText(code, 'utf-8').bytes, LAYOUT.ecco)
  else report.leftOutTag('ECCO', code)
}

function putBoard(header: Uint8Array, start: Position): void {
  for (let square = 0; square < SQUARES; square++) {
    const piece = start.pieceAt(square)
    if (piece === '') continue
    const kind = PIECES.indexOf(piece.toUpperCase())
    header[LAYOUT.board + rowFromTop(square) * 9 + fileOf(square)] = ((piece < 'a' ? 1 : 2) << 4) | kind
  }
}
