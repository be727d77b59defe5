/** Makes text from files harmless for a terminal: control characters are escaped. */

/**
 * Characters that control a terminal or change the direction of text: C0 and C1 control characters except tab and line
 * feed, DEL, line and paragraph separators, and directional overrides, embeddings and isolates.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g

/**
 * Text with its control characters as `\u001b`. In JSON, where they only occur within strings, the result means the
 * same as the text. Line ends of either kind are kept.
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, escaped)
}

/** Text as one line: line feeds and tabs are escaped too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
