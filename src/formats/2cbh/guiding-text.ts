/**
 * Guiding texts: pages of HTML filed among the games, one for each language. Their titles are entities.
 * docs/formats/2cbh.md, Guiding texts.
 */
import { ByteReader } from '../../bytes/reader.ts'
import type { Source } from '../../bytes/source.ts'
import { toBase64 } from '../../bytes/text.ts'
import type { Message } from '../../issues/catalogue.ts'
import { FormatError, messageOf } from '../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { TextDocument } from '../../model/record.ts'
import { languageOfNation } from '../chessbase/nations.ts'
import type { TextReader } from '../chessbase/text.ts'
import { readFrame, TAG } from './frames.ts'

/** First number of every text. */
export const TEXT_VERSION = 5

/** The languages of every text that ChessBase makes, as nations; those without words are empty. */
export const TEXT_LANGUAGES: readonly number[] = [0, 42, 43, 49, 53, 70, 103, 117]

/** Longest content that is kept whole when it cannot be read. */
const MAX_KEPT = 1 << 16

/** What the record of a guiding text holds. */
export interface GuidingText {
  bodies: TextDocument['bodies']
  native: Record<string, Json>
  issues: Issue[]
}

/** Reads a guiding text; of a damaged one what comes before the damage. */
export function readGuidingText(source: Source, offset: number, text: TextReader): GuidingText {
  const frame = readFrame(source, offset)
  const read: GuidingText = { bodies: [], native: {}, issues: [] }
  const place = { file: source.name, offset }
  if (frame.hasWrongTrailer) read.issues.push(issue('2cbh/trailer', 'warning', {}, place))
  if (frame.hasWrongChecksum) read.issues.push(issue('2cbh/checksum', 'warning', {}, place))
  const { fault, tag, content } = frame
  const inner =
    tag === TAG.text
      ? readBodies(new ByteReader(content, source.name, offset), text, read)
      : makeMessage('2cbh-record/tag', { tag: tag.toString(16).padStart(4, '0') })
  const damage = fault ?? inner
  if (damage) {
    read.issues.push(issue('chessbase/guiding-text', 'error', { reason: damage }, place))
    if (content.length > 0 && content.length <= MAX_KEPT) {
      read.native['record'] = toBase64(content)
      if (tag !== TAG.text) read.native['tag'] = tag
    }
  }
  return read
}

/** Reads the bodies that are not empty; returns what is wrong. */
function readBodies(reader: ByteReader, text: TextReader, read: GuidingText): Message | undefined {
  try {
    const version = reader.u16le()
    if (version !== TEXT_VERSION) read.native['textVersion'] = version
    reader.skip(4)
    const languages: number[] = []
    for (let left = reader.i32le(); left > 0; left--) {
      const nation = reader.i32le()
      languages.push(nation)
      const words = text.running(reader.take(reader.i32le()))
      const language = languageOfNation(nation)
      if (words === '') continue
      read.bodies.push({ ...(language !== undefined && { language }), mediaType: 'text/html', text: words })
    }
    if (languages.join() !== TEXT_LANGUAGES.join()) read.native['languages'] = languages
    return reader.remaining > 0 ? makeMessage('2cbh-record/rest', { count: reader.remaining }) : undefined
  } catch (error) {
    if (error instanceof FormatError) return messageOf(error)
    throw error
  }
}
