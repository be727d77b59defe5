/** Guiding texts as stored, the inverse of ../guiding-text.ts. Little-endian after the head. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { fromBase64 } from '../../../bytes/text.ts'
import { shorten } from '../../../issues/collector.ts'
import { isJsonObject, type Json } from '../../../model/json.ts'
import type { TextDocument } from '../../../model/record.ts'
import {
  HTML_VERSION,
  OBJECT_CHARACTER,
  OBJECT_CONTROL,
  OBJECT_KINDS,
  OBJECT_LIST,
  readKeptText,
} from '../guiding-text.ts'
import { ANY_LANGUAGE, textLanguageNumber } from '../nations.ts'
import type { Lose } from './lose.ts'
import type { FieldEncoder } from './field-encoder.ts'

/** The version of plain text whose lengths take four bytes. */
const PLAIN_VERSION = 2
const SHORT_VERSION = 1

const MAX_TITLE = 0xffff

/** Writes what follows the head of the record. */
export function writeGuidingText(document: TextDocument, text: FieldEncoder, lose: Lose, out: ByteWriter): void {
  const stored = document.native?.['chessbase']
  const native = isJsonObject(stored) ? stored : {}
  // A text that could not be read to its end is kept as its bytes.
  if (typeof native['record'] === 'string') {
    const bytes = fromBase64(native['record'])
    reportChanged(document, bytes, text, lose)
    out.put(bytes)
    return
  }
  const version = versionOf(document, native)
  const languageNumber = (language: string | undefined): number => {
    const number = textLanguageNumber(language)
    if (number === undefined) lose('chessbase/language', { language: language! })
    return number ?? ANY_LANGUAGE
  }
  out.u16le(version).u16le(document.titles.length)
  for (const title of document.titles) {
    const words = text.field(title.text, MAX_TITLE)
    out.u16le(languageNumber(title.language)).u16le(words.length).put(words)
  }
  out.u8(typeof native['mark'] === 'number' ? native['mark'] : 1).u16le(document.bodies.length)
  const formats = Array.isArray(native['formatting']) ? native['formatting'] : []
  for (const [index, body] of document.bodies.entries()) {
    const isForeign = (body.mediaType === 'text/html') !== (version === HTML_VERSION)
    const content = isForeign ? asHtml(body.text) : body.text
    const limit = version === SHORT_VERSION ? MAX_TITLE : Infinity
    const bytes = text.running(content.replaceAll(OBJECT_CHARACTER, OBJECT_CONTROL), limit)
    const kept = formats[index]
    const formatting =
      typeof kept === 'string'
        ? fromBase64(kept)
        : version === HTML_VERSION
          ? new Uint8Array(0)
          : objectList(document, index)
    const length = (count: number) => (version === SHORT_VERSION ? out.u16le(count) : out.u32le(count))
    out.u16le(languageNumber(body.language))
    length(bytes.length)
    out.put(bytes)
    length(formatting.length)
    out.put(formatting)
  }
}

/** Reports text of kept bytes that is read otherwise in a database of another code page. */
function reportChanged({ titles, bodies }: TextDocument, bytes: Uint8Array, text: FieldEncoder, lose: Lose): void {
  const read = readKeptText(bytes, text.reader)
  for (const [before, after] of [
    [titles, read.titles],
    [bodies, read.bodies],
  ] as const) {
    for (const [index, one] of before.entries()) {
      if (after[index]?.text !== one.text) lose('chessbase/changed-text', { text: shorten(one.text) })
    }
  }
}

/** HTML wherever there is some of it; plain text alone goes into the version for that. */
function versionOf(document: TextDocument, native: { [key: string]: Json }): number {
  const isHtml = document.bodies.some(({ mediaType }) => mediaType === 'text/html')
  const known = native['version']
  if (typeof known === 'number' && (known === HTML_VERSION) === isHtml) return known
  return isHtml || document.bodies.length === 0 ? HTML_VERSION : PLAIN_VERSION
}

/** Plain text beside HTML becomes HTML. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<pre>${escaped}</pre>`
}

/** The list of objects of a body; empty if there are none. */
function objectList(document: TextDocument, body: number): Uint8Array {
  const objects = (document.objects ?? []).filter((object) => (object.body ?? 0) === body)
  if (objects.length === 0) return new Uint8Array(0)
  const out = new ByteWriter().u16le(OBJECT_LIST).u16le(objects.length).u16le(0)
  for (const { kind, at, base64 = '' } of objects) {
    const known = Object.entries(OBJECT_KINDS).find(([, name]) => name === kind)?.[0]
    const own = /^type-([0-9a-f]{2,4})$/.exec(kind)?.[1]
    const data = fromBase64(base64)
    const type = known === undefined ? Number.parseInt(own ?? '0', 16) : Number(known)
    out.u16le(type).u16le(at).u16le(data.length).put(data)
  }
  return out.bytes()
}
