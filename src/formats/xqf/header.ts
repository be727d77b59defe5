/** The header of an XQF file as fields of a record: docs/formats/xqf.md, "File header". */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { toBase64 } from '../../bytes/text.ts'
import { ensurePlayer, type Header } from '../../model/record.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { parseFreeDate } from '../xiangqi/date.ts'
import { AT, CODE_COUNT, FIELDS, HEADER_SIZE, KINDS, RESULTS, type FieldName } from './layout.ts'
import { strayRuns, type RecordNative } from './native.ts'
import { decodeField } from './text.ts'

/** The contents of a header, except the position. */
interface HeaderFacts {
  header: Header
  native: RecordNative
}

/** A header being read. */
interface Reading extends HeaderFacts {
  readonly bytes: Uint8Array
  /** A copy in which everything that was read is cleared; what remains is unknown to the format. */
  readonly rest: Uint8Array
  readonly encoding: string
  readonly issues: IssueCollector
}

/** Reads the header of a file. */
export function readHeader(bytes: Uint8Array, encoding: string, issues: IssueCollector): HeaderFacts {
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  const reading: Reading = { header, native: {}, bytes, rest: bytes.slice(0, HEADER_SIZE), encoding, issues }
  readNumbers(reading)
  readTexts(reading)
  const stray = strayRuns(reading.rest)
  if (stray.length > 0) reading.native.stray = stray
  return reading
}

function readNumbers({ header, native, bytes, rest, issues }: Reading): void {
  const productId = u32le(bytes, AT.productId)
  if (productId !== 0) native.productId = productId
  const startPly = u16le(bytes, AT.startPly)
  if (startPly !== 0) native.startPly = startPly

  const result = bytes[AT.result]!
  header.result = { ...(RESULTS[result] ?? RESULTS[0]!) }
  if (result > 3) {
    native.result = result
    const id = result < RESULTS.length ? 'xqf/result-code' : 'xqf/unknown-result'
    issues.add(id, 'warning', { code: result }, { offset: AT.result })
  }

  const codes = Array.from({ length: CODE_COUNT }, (_, index) => u16le(bytes, AT.codes + index * 2))
  const type = codes[0]!
  const kind = KINDS[type]
  if (kind) header.kind = kind
  if (type >= KINDS.length) {
    issues.add('xqf/type-code', 'warning', { code: type }, { offset: AT.codes })
  }
  if (type >= KINDS.length || codes.some((code, index) => index > 0 && code !== 0)) native.codes = codes

  rest.fill(0, 0, AT.reserved)
  rest.fill(0, AT.codes, AT.codes + CODE_COUNT * 2)
}

function readTexts(reading: Reading): void {
  const { header, native } = reading
  const text = (name: FieldName) => readText(reading, name)
  const title = text('title')
  if (title) header.title = title
  const secondTitle = text('second-title')
  if (secondTitle) native.secondTitle = secondTitle
  const event = text('event')
  if (event) header.event = { name: event }
  const date = parseFreeDate(text('date'))
  if (date) header.date = date
  const place = text('place')
  if (place) header.place = place
  const red = text('red')
  if (red) ensurePlayer(header, 1).name = red
  const black = text('black')
  if (black) ensurePlayer(header, 2).name = black
  const timeRule = text('time-rule')
  if (timeRule) header.timeControl = { text: timeRule }
  const redTime = text('red-time')
  if (redTime) ensurePlayer(header, 1).timeUsed = redTime
  const blackTime = text('black-time')
  if (blackTime) ensurePlayer(header, 2).timeUsed = blackTime
  const annotator = text('annotator')
  if (annotator) header.annotator = annotator
  const author = text('author')
  if (author) header.recorder = author
}

/**
 * Reads a text, '' if the field is empty. A length beyond the field is reduced to the field; only a title may continue
 * into the next field, which is otherwise unused.
 */
function readText({ native, bytes, rest, encoding, issues }: Reading, name: FieldName): string {
  const { at, capacity } = FIELDS[name]
  const room = name === 'title' ? FIELDS['second-title'].at + FIELDS['second-title'].capacity - at : capacity
  // A title that runs into the second title overwrites it.
  const stated = rest[at]!
  const length = Math.min(stated, room)
  rest.fill(0, at, at + 1 + length)
  if (length === 0) return ''
  const place = { offset: at }
  if (stated > capacity) {
    issues.add(`xqf/overlong-${name}`, 'warning', { stated, capacity }, place)
  }
  const { text, raw, trouble } = decodeField(bytes.subarray(at + 1, at + 1 + length), capacity, encoding)
  if (raw) native.texts = { ...native.texts, [name]: toBase64(raw) }
  if (trouble === 'half character') {
    issues.add(`xqf/half-character-${name}`, 'warning', {}, place)
  } else if (trouble) {
    issues.add(`xqf/bad-text-${name}`, 'warning', { encoding }, place)
  }
  return text
}
