/**
 * Styles of text. In a text they are represented by Unicode noncharacters, which become terminal sequences only when
 * the text is written. So any control character in a text before that came from a file, and is escaped.
 */

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** The markers of styles, and their terminal sequences. */
const MARKS: Record<Style, { mark: string; code: number }> = {
  bold: { mark: '\uFDD0', code: 1 },
  dim: { mark: '\uFDD1', code: 2 },
  red: { mark: '\uFDD2', code: 31 },
  yellow: { mark: '\uFDD3', code: 33 },
  green: { mark: '\uFDD4', code: 32 },
  cyan: { mark: '\uFDD5', code: 36 },
}

const END = '\uFDDF'

const ALL_MARKS = /[\uFDD0-\uFDDF]/g

/** Text in a style, for `print` and `note`; nothing in a style is nothing. */
export function paint(style: Style, text: string): string {
  if (text === '') return ''
  return `${MARKS[style].mark}${text}${END}`
}

/** Text without its styles. */
export function withoutStyles(text: string): string {
  return text.replaceAll(ALL_MARKS, '')
}

/** Text with its styles as terminal sequences. */
export function withColours(text: string): string {
  return text.replaceAll(ALL_MARKS, (mark) => {
    const style = Object.values(MARKS).find((candidate) => candidate.mark === mark)
    return mark === END ? '\u001B[0m' : style ? `\u001B[${style.code}m` : ''
  })
}
