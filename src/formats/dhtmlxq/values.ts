/** Values of tags: text with the entities of HTML and the escapes of JavaScript, its line breaks as `||`. */
import { decodeText, encodeText } from '../../bytes/text.ts'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Reads a value as text with lines. */
export function decodeValue(value: string): string {
  return value
    .replaceAll(/\|\||<br\s*\/?>/gi, '\n')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** What means something in a value, and half pairs of surrogates, which no encoding has. */
const SPECIAL =
  /\\(?=u)|\|(?=[|\n])|(?<=[|\n])\||(?<=\[)\/(?=DhtmlXQ)|(?<=\[)D(?=htmlXQ)|^[ \t]|[ \t]$|\p{Cs}|\p{Cc}/giu

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Writes text as a value that {@link decodeValue} reads back. */
export function encodeValue(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(SPECIAL, (character) => (character === '\n' ? character : escape(character)))
    .replaceAll('\n', '||')
}

/** The bytes of a text. Characters that the encoding lacks are written as escapes. */
export function encodeLines(text: string, encoding: string): Uint8Array {
  const whole = encodeText(text, encoding)
  if (whole.lost.length === 0) return whole.bytes
  const lost = new Set(whole.lost)
  const escaped = Array.from(text, (character) =>
    lost.has(character)
      ? Array.from({ length: character.length }, (_, at) => escape(character[at]!)).join('')
      : character,
  )
  return encodeText(escaped.join(''), encoding).bytes
}

/** Reads a value that is %-encoded, as addresses are; one that is not stays as it is. */
export function decodePercent(value: string): string {
  if (!value.includes('%')) return value
  const bytes = Uint8Array.from(
    [...value.matchAll(/%([0-9a-f]{2})|([^])/gi)].flatMap(([, hex, plain]) =>
      hex === undefined ? [...new TextEncoder().encode(plain)] : [Number.parseInt(hex, 16)],
    ),
  )
  return decodeText(bytes, 'utf-8')
}
