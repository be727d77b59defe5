/** The header of an XQF file as fields of a record: docs/formats/xqf.md, "File header". */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { toBase64 } from '../../bytes/text.ts'
import { ensurePlayer, type Header } from '../../model/record.ts'
import { parseXqfDate } from './date.ts'
import type { Findings } from './findings.ts'
import { AT, CODE_COUNT, FIELD_NAMES, FIELDS, HEADER_SIZE, KINDS, RESULTS, type FieldName } from './layout.ts'
import { strayRuns, type RecordNative } from './native.ts'
import { decodeField } from './text.ts'

/** What a header says, but for the position. */
export interface HeaderFacts {
  header: Header
  native: RecordNative
}

/** Reads a header of {@link HEADER_SIZE} bytes. */
export function readHeader(bytes: Uint8Array, encoding: string, findings: Findings): HeaderFacts {
  const native: RecordNative = {}
  // What is read is wiped out here, so that what remains is what the format does not know.
  const rest = bytes.slice(0, HEADER_SIZE)
  rest.fill(0, 0, AT.reserved)
  rest.fill(0, AT.codes, AT.codes + CODE_COUNT * 2)
  const text = (name: FieldName) => readField(bytes, rest, name, encoding, native, findings)
  const header = { players: [], ...readNumbers(bytes, native, findings) } as Header
  assignTexts(header, native, text)
  const stray = strayRuns(rest)
  if (stray.length > 0) native.stray = stray
  return { header, native }
}

function readNumbers(bytes: Uint8Array, native: RecordNative, findings: Findings): Pick<Header, 'kind' | 'result'> {
  const productId = u32le(bytes, AT.productId)
  if (productId !== 0) native.productId = productId
  const startPly = u16le(bytes, AT.startPly)
  if (startPly !== 0) native.startPly = startPly
  const result = bytes[AT.result]!
  if (result > 3) {
    native.result = result
    const meaning = result < RESULTS.length ? 'it is taken for a draw' : 'it is taken for unknown'
    findings.add('result-code', 'warning', `the result has the code ${result}, ${meaning}`, { offset: AT.result })
  }
  const codes = Array.from({ length: CODE_COUNT }, (_, index) => u16le(bytes, AT.codes + index * 2))
  const type = codes[0]!
  if (type >= KINDS.length) {
    findings.add('type-code', 'warning', `the record has the unknown type ${type}`, { offset: AT.codes })
  }
  if (type >= KINDS.length || codes.some((code, index) => index > 0 && code !== 0)) native.codes = codes
  const kind = KINDS[type]
  return { ...(kind && { kind }), result: { ...(RESULTS[result] ?? RESULTS[0]!) } }
}

/**
 * Reads a text and wipes it out of `rest`. A length beyond the field is cut
 * to the field; only a title is read on through the field after it, which is never used otherwise.
 */
function readField(
  bytes: Uint8Array,
  rest: Uint8Array,
  name: FieldName,
  encoding: string,
  native: RecordNative,
  findings: Findings,
): string {
  const { at, capacity, label } = FIELDS[name]
  const room = name === 'title' ? FIELDS['second-title'].at + FIELDS['second-title'].capacity - at : capacity
  const stated = rest[at]!
  const length = Math.min(stated, room)
  const content = bytes.subarray(at + 1, at + 1 + length)
  rest.fill(0, at, at + 1 + length)
  if (length === 0) return ''
  if (stated > capacity) {
    const message = `the ${label} states ${stated} bytes where ${capacity} fit`
    findings.add(`overlong-${name}`, 'warning', message, { offset: at })
  }
  const found = decodeField(content, capacity, encoding)
  if (found.raw) native.texts = { ...native.texts, [name]: toBase64(found.raw) }
  if (found.trouble === 'half character') {
    findings.add('half-character', 'warning', `the ${label} ends in half a character, which is left out`, {
      offset: at,
    })
  } else if (found.trouble) {
    findings.add('bad-text', 'warning', `the ${label} holds bytes that are no ${encoding} text`, { offset: at })
  }
  return found.text
}

function assignTexts(header: Header, native: RecordNative, text: (name: FieldName) => string): void {
  const texts = Object.fromEntries(FIELD_NAMES.map((name) => [name, text(name)])) as Record<FieldName, string>
  if (texts.title) header.title = texts.title
  if (texts['second-title']) native.secondTitle = texts['second-title']
  if (texts.event) header.event = { name: texts.event }
  const date = parseXqfDate(texts.date)
  if (date) header.date = date
  if (texts.place) header.place = texts.place
  if (texts.red) ensurePlayer(header, 1).name = texts.red
  if (texts.black) ensurePlayer(header, 2).name = texts.black
  if (texts['time-rule']) header.timeControl = { text: texts['time-rule'] }
  if (texts['red-time']) ensurePlayer(header, 1).timeUsed = texts['red-time']
  if (texts['black-time']) ensurePlayer(header, 2).timeUsed = texts['black-time']
  if (texts.annotator) header.annotator = texts.annotator
  if (texts.author) header.recorder = texts.author
}
