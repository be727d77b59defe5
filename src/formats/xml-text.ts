/** XML as writers make it: text with what it must not hold as references, and what no XML holds replaced. */

/** Characters that no XML document may hold, not even as references: XML 1.0, production 2. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const REPLACEMENT = '\uFFFD'

/** Text without the characters that XML forbids, and the first of them. */
export function allowedText(text: string): { text: string; forbidden: string | undefined } {
  const [first] = text.match(FORBIDDEN) ?? []
  return { text: first === undefined ? text : text.replaceAll(FORBIDDEN, REPLACEMENT), forbidden: first }
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text of an element. */
export function elementText(text: string): string {
  return text.replaceAll(/[&<>\r]/g, (character) => REFERENCES[character]!)
}

/** Text of an attribute in double quotes. */
export function attributeText(text: string): string {
  return text.replaceAll(/[&<>"\t\n\r]/g, (character) => REFERENCES[character]!)
}

/** A CDATA section, which is parted where the text holds its end. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** The encoding that an XML declaration names. */
export function declaredEncoding(head: string): string | undefined {
  return /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]
}
