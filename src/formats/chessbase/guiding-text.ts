/**
 * Guiding texts: texts stored among the games, with titles and
 * bodies in several languages. Numbers after the head of the record are little-endian.
 * docs/formats/chessbase.md, Guiding texts.
 */
import { ByteReader } from '../../bytes/reader.ts'
import { toBase64 } from '../../bytes/text.ts'
import type { Source } from '../../bytes/source.ts'
import type { Message } from '../../issues/catalogue.ts'
import { FormatError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { TextDocument } from '../../model/record.ts'
import { readMovesRecord } from './moves/record.ts'
import { textLanguage } from './nations.ts'
import { untilNul, type TextReader } from './text.ts'

/** Bytes of the record before the version. */
const HEAD_SIZE = 4

/** The version that holds HTML; versions 1 and 2 hold plain text with formatting after it. */
export const HTML_VERSION = 3
const SHORT_LENGTHS_VERSION = 1

/** Objects embedded in plain text, by type. */
export const OBJECT_KINDS: Readonly<Record<number, string>> = {
  0x02: 'game',
  0x05: 'text',
  0x06: 'picture',
  0x09: 'diagram',
  0x0c: 'link',
  0x0f: 'rule',
  0x10: 'link',
  0x11: 'diagram',
  0x17: 'picture',
  0x19: 'text',
  0x1a: 'game',
}

/** Marks the place of an object in plain text; U+FFFC in the record. */
export const OBJECT_CONTROL = '\u0004'
export const OBJECT_CHARACTER = '\ufffc'

/** Longest record that is kept whole when it cannot be read. */
const MAX_KEPT = 1 << 16

type Title = TextDocument['titles'][number]
type Body = TextDocument['bodies'][number]
type EmbeddedObject = NonNullable<TextDocument['objects']>[number]

/** What the record of a guiding text holds. */
export interface GuidingText {
  titles: Title[]
  bodies: Body[]
  objects: EmbeddedObject[]
  native: Record<string, Json>
  issues: Issue[]
}

/** Reads only the titles of a text, for lists. */
export function readTextTitles(source: Source, offset: number, text: TextReader): Title[] {
  const { bytes, fault } = readMovesRecord(source, offset)
  if (fault !== undefined) return []
  const reader = new ByteReader(bytes)
  const titles: Title[] = []
  tolerate(() => {
    reader.skip(HEAD_SIZE + 2)
    readTitles(reader, text, titles)
  })
  return titles
}

/** Reads a guiding text; if it is damaged, only what precedes the damage. */
export function readGuidingText(source: Source, offset: number, text: TextReader): GuidingText {
  const { bytes, fault } = readMovesRecord(source, offset)
  const read: GuidingText = { titles: [], bodies: [], objects: [], native: {}, issues: [] }
  const damage = fault ?? tolerate(() => readContents(new ByteReader(bytes, source.name, offset), text, read))
  if (damage !== undefined) {
    read.issues.push(issue('chessbase/guiding-text', 'error', { reason: damage }, { file: source.name, offset }))
    if (bytes.length > HEAD_SIZE && bytes.length <= MAX_KEPT)
      read.native['record'] = toBase64(bytes.subarray(HEAD_SIZE))
  }
  return read
}

/** The titles and bodies of a record that is kept as its bytes, without its head. */
export function readKeptText(bytes: Uint8Array, text: TextReader): Pick<GuidingText, 'titles' | 'bodies'> {
  const read: GuidingText = { titles: [], bodies: [], objects: [], native: {}, issues: [] }
  const whole = new Uint8Array(HEAD_SIZE + bytes.length)
  whole.set(bytes, HEAD_SIZE)
  tolerate(() => readContents(new ByteReader(whole), text, read))
  return read
}

/** Runs a task that may find too few bytes; returns what was wrong. */
function tolerate(task: () => void): Message | undefined {
  try {
    task()
    return undefined
  } catch (error) {
    if (error instanceof FormatError) return messageOf(error)
    throw error
  }
}

function readContents(reader: ByteReader, text: TextReader, read: GuidingText): void {
  reader.skip(HEAD_SIZE)
  const version = reader.u16le()
  if (version !== HTML_VERSION) read.native['version'] = version
  readTitles(reader, text, read.titles)
  if (version < SHORT_LENGTHS_VERSION || version > HTML_VERSION) {
    throw new FormatError('chessbase/text-version', { version }, {})
  }
  const mark = reader.u8()
  if (mark !== 1) read.native['mark'] = mark
  const formats: Json[] = []
  const count = reader.u16le()
  for (let body = 0; body < count; body++) {
    const language = textLanguage(reader.u16le())
    const length = version === SHORT_LENGTHS_VERSION ? reader.u16le() : reader.u32le()
    const content = reader.take(length)
    const formatting = reader.take(version === SHORT_LENGTHS_VERSION ? reader.u16le() : reader.u32le())
    read.bodies.push({
      ...(language !== undefined && { language }),
      mediaType: version === HTML_VERSION ? 'text/html' : 'text/plain',
      text: decodeBody(content, text),
    })
    formats.push(toBase64(formatting))
    if (version !== HTML_VERSION) readObjects(formatting, text, body, read)
  }
  // The fonts are not decoded: the whole of the formatting stays as it is.
  if (formats.some((formatting) => formatting !== '')) read.native['formatting'] = formats
}

function readTitles(reader: ByteReader, text: TextReader, titles: Title[]): void {
  for (let left = reader.u16le(); left > 0; left--) {
    const language = textLanguage(reader.u16le())
    const title = text.field(reader.take(reader.u16le()))
    titles.push(language === undefined ? { text: title } : { language, text: title })
  }
}

/** The text of a body. Its length is given, so a NUL at its end is padding and nothing else ends it. */
function decodeBody(bytes: Uint8Array, text: TextReader): string {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return text.running(bytes.subarray(0, end)).replaceAll(OBJECT_CONTROL, OBJECT_CHARACTER)
}

/** The list of objects at the start of the formatting: 300, their number, a number of unknown use, then each. */
function readObjects(formatting: Uint8Array, text: TextReader, body: number, read: GuidingText): void {
  if (formatting.length === 0) return
  const reader = new ByteReader(formatting)
  tolerate(() => {
    if (reader.u16le() !== OBJECT_LIST) return
    const count = reader.u16le()
    reader.skip(2)
    for (let left = count; left > 0; left--) {
      const type = reader.u16le()
      const at = reader.u16le()
      const data = reader.take(reader.u16le())
      const kind = OBJECT_KINDS[type] ?? `type-${type.toString(16).padStart(2, '0')}`
      const words = kind === 'picture' ? text.field(untilNul(data)) : undefined
      read.objects.push({
        kind,
        ...(body > 0 && { body }),
        at,
        ...(words !== undefined && { text: words }),
        ...(data.length > 0 && { base64: toBase64(data) }),
      })
    }
  })
}

/** First number of a list of objects. */
export const OBJECT_LIST = 300
