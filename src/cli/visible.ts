/** Text of files made harmless for a terminal: what would steer it is written as an escape instead. */

/**
 * What steers a terminal or reverses what is read: the control characters of ASCII and of the second block but tab and
 * line feed, DEL, the separators of lines and paragraphs, the overrides, embeddings and isolates of the direction of text.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g

/**
 * Text with its control characters as `\u001b`. In JSON, where they stand within strings only, the result
 * means the same as the text. Line ends of either kind stay line ends.
 */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, escaped)
}

/** Text as one line: line feeds and tabs, too, are written as escapes. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
