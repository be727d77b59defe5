/** Writes the header of an XQF file: docs/formats/xqf.md, "File header". */
import { issue } from '../../issues/issue.ts'
import { fromBase64 } from '../../bytes/text.ts'
import type { ByteWriter } from '../../bytes/writer.ts'
import { playerOf, type GameRecord, type Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { Position } from '../../rules/rules.ts'
import { formatFreeDate } from '../xiangqi/date.ts'
import { AT, CODE_COUNT, FIELD_NAMES, FIELDS, HEADER_SIZE, KINDS, RESULTS, type FieldName } from './layout.ts'
import { putStrayRuns, recordNative, type RecordNative } from './native.ts'
import { writePlacement } from './placement.ts'
import { decodeField, encodeField } from './text.ts'
import { reportText, type WriteContext } from './write-context.ts'

/** Appends the header; returns false, with an issue, if it cannot store the start position. */
export function writeHeader(record: GameRecord, start: Position, out: ByteWriter, context: WriteContext): boolean {
  const { header } = record
  const native = recordNative(record.native)
  const bytes = new Uint8Array(HEADER_SIZE)
  const view = new DataView(bytes.buffer)
  putStrayRuns(bytes, native.stray ?? [])
  bytes.fill(0, 0, AT.reserved)

  bytes.set([0x58, 0x51, context.version])
  const { stored, left } = writePlacement(start, context.version)
  if (left.length > 0) {
    context.issues.push(issue('xqf/too-many-pieces', 'error', { pieces: left.join('') }))
    return false
  }
  bytes.set(stored, AT.pieces)
  view.setUint32(AT.productId, native.productId ?? 0, true)
  view.setUint16(AT.startPly, native.startPly ?? 0, true)
  bytes[AT.firstMover] = start.turn - 1
  bytes[AT.result] = resultCode(header.result, native, context)
  const codes = typeCodes(header.kind, native, context)
  for (let index = 0; index < CODE_COUNT; index++) view.setUint16(AT.codes + index * 2, codes[index] ?? 0, true)
  const texts = textsOf(header, native, context)
  for (const name of FIELD_NAMES) putText(bytes, name, texts[name] ?? '', native, context)
  out.put(bytes)
  return true
}

/** The result byte; the code of the source file is kept if it means the same. */
function resultCode(result: Result, native: RecordNative, context: WriteContext): number {
  const same = (known: Result | undefined) => known?.outcome === result.outcome && known.winner === result.winner
  const code = native.result
  if (code !== undefined && same(RESULTS[code] ?? RESULTS[0])) return code
  const found = RESULTS.findIndex(same)
  if (found >= 0) return found
  context.issues.push(issue('xqf/result', 'warning', { outcome: result.outcome }))
  return 0
}

/** The eight codes, the type of the record first. */
function typeCodes(kind: Header['kind'], native: RecordNative, context: WriteContext): number[] {
  const codes = native.codes ? [...native.codes] : []
  const known = KINDS.indexOf(kind === 'game' ? undefined : kind)
  const hasUnknownType = kind === undefined && (codes[0] ?? 0) >= KINDS.length
  if (hasUnknownType) return codes
  // Composed problems are endgames to XQStudio.
  codes[0] = kind === 'problem' ? KINDS.indexOf('endgame') : Math.max(known, 0)
  if (known < 0) {
    const name = KINDS[codes[0]] ?? 'game'
    context.issues.push(issue('xqf/kind', 'warning', { recordKind: kind ?? 'game', writtenKind: name }))
  }
  return codes
}

/** The texts of the header by field. */
function textsOf(header: Header, native: RecordNative, context: WriteContext): Record<FieldName, string | undefined> {
  const red = playerOf(header, 1)
  const black = playerOf(header, 2)
  const { event, place, timeControl } = header
  if (place !== undefined && event?.site !== undefined && place !== event.site) {
    context.issues.push(issue('xqf/two-places', 'warning', {}))
  }
  if (timeControl?.periods && timeControl.text === undefined) {
    context.issues.push(issue('xqf/time-control', 'warning', {}))
  }
  const date = header.date ?? dateOfInstant(header.instant)
  return {
    title: header.title,
    'second-title': native.secondTitle,
    event: event?.name,
    date: date && formatFreeDate(date),
    place: place ?? event?.site,
    red: red?.name,
    black: black?.name,
    'time-rule': timeControl?.text,
    'red-time': red?.timeUsed,
    'black-time': black?.timeUsed,
    annotator: header.annotator,
    author: header.recorder,
  }
}

/** The day of an instant in ISO 8601, as a date. */
function dateOfInstant(instant: string | undefined): Header['date'] {
  return instant === undefined ? undefined : { text: instant.slice(0, 10) }
}

/** Writes a text into its field, cut to fit. The bytes from which it was read are reused if they still mean the same. */
function putText(header: Uint8Array, name: FieldName, text: string, native: RecordNative, context: WriteContext): void {
  const { at, capacity } = FIELDS[name]
  const raw = native.texts?.[name]
  if (raw !== undefined) {
    const bytes = fromBase64(raw)
    if (bytes.length <= capacity && decodeField(bytes, capacity, context.encoding).text === text) {
      header[at] = bytes.length
      header.set(bytes, at + 1)
      return
    }
  }
  const encoded = encodeField(text, FIELDS[name], context.encoding)
  reportText(encoded, name, context)
  if (encoded.needed !== undefined) {
    context.issues.push(issue(`xqf/cut-${name}`, 'warning', { needed: encoded.needed, capacity }))
  }
  header[at] = encoded.bytes.length
  header.set(encoded.bytes, at + 1)
}
