/** Guiding texts as they are stored, the inverse of guiding-text.ts beside this folder. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { fromBase64 } from '../../../bytes/text.ts'
import { isJsonObject } from '../../../model/json.ts'
import type { TextDocument } from '../../../model/record.ts'
import { nationOfLanguage } from '../../chessbase/nations.ts'
import type { FieldEncoder } from '../../chessbase/writer/field-encoder.ts'
import { TEXT_LANGUAGES, TEXT_VERSION } from '../guiding-text.ts'
import type { Lose } from './lose.ts'

/** Writes the content of a text. */
export function writeGuidingText(document: TextDocument, text: FieldEncoder, lose: Lose, out: ByteWriter): void {
  const stored = document.native?.['2cbh']
  const native = isJsonObject(stored) ? stored : {}
  // A text that could not be read to its end is kept as its bytes.
  if (typeof native['record'] === 'string') {
    out.put(fromBase64(native['record']))
    return
  }
  if (document.media && document.media.length > 0) lose('2cbh/media', {})
  const known = native['languages']
  const languages = Array.isArray(known) ? known.filter((one) => typeof one === 'number') : [...TEXT_LANGUAGES]
  const bodies = new Map<number, Uint8Array>()
  for (const { language, mediaType, text: words } of document.bodies) {
    const nation = nationOfLanguage(language)
    const isKnown = language === undefined || nation !== 0
    if (!isKnown) lose('chessbase/language', { language })
    if (bodies.has(nation)) {
      lose('2cbh/body-language', {})
      continue
    }
    if (mediaType === 'text/plain') lose('2cbh/plain-text', {})
    bodies.set(nation, text.running(mediaType === 'text/plain' ? asHtml(words) : words))
    if (!languages.includes(nation)) languages.push(nation)
  }
  const content = new ByteWriter().u32le(languages.length)
  for (const language of languages) {
    const words = bodies.get(language) ?? new Uint8Array(0)
    // A language that is listed twice has its words once.
    bodies.delete(language)
    content.u32le(language).u32le(words.length).put(words)
  }
  const version = typeof native['textVersion'] === 'number' ? native['textVersion'] : TEXT_VERSION
  out.u16le(version).u32le(content.length).put(content.bytes())
}

function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<!DOCTYPE HTML><html><head></head><body><pre>${escaped}</pre></body></html>`
}
