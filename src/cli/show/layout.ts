/** Text and tables within the width of a terminal. */
import { relative } from 'node:path'
import { withoutStyles } from './styles.ts'

/** Columns of a text on a terminal: Chinese and similar characters take two. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of withoutStyles(text)) width += isWide(character.codePointAt(0)!) ? 2 : 1
  return width
}

/** East Asian wide and full-width ranges of Unicode that occur in records. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

/** Pads a text with spaces to a width on the terminal. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Columns between cells. */
const GAP = 2

/** The longest word that a column is kept wide enough for. */
const LONG_WORD = 24

/** The widths of the columns of a table, the widest ones made narrower, down to their longest word, until it fits. */
export function fitColumns(rows: readonly (readonly string[])[], most: number): number[] {
  const widths = columnWidths(rows, displayWidth)
  const least = columnWidths(rows, (cell) => Math.min(LONG_WORD, longestPiece(cell)))
  let excess = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - most
  while (excess > 0) {
    const room = widths.map((width, column) => (width > least[column]! ? width : 0))
    const widest = Math.max(...room)
    if (widest === 0) break
    const next = Math.max(...room.filter((width) => width < widest))
    const columns = room.flatMap((width, column) => (width === widest ? [column] : []))
    const step = Math.max(1, Math.min(widest - next, Math.ceil(excess / columns.length)))
    for (const column of columns) widths[column] = Math.max(least[column]!, widest - step)
    excess = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - most
  }
  return widths
}

/** Columns of the longest word of a cell, which may have more words than a call takes arguments. */
function longestPiece(cell: string): number {
  return piecesOf(cell).reduce((most, piece) => Math.max(most, displayWidth(piece.trimEnd())), 0)
}

function columnWidths(rows: readonly (readonly string[])[], widthOf: (cell: string) => number): number[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell))
  }
  return widths
}

/** Where a text may be broken: after spaces, and after slashes but those of results. */
function piecesOf(text: string): string[] {
  return text.split(/(?<= )|(?<=\/)(?=\D)/)
}

/** A row of cells as lines: a cell that is wider than its column goes on below. */
export function layRow(row: readonly string[], widths: readonly number[]): string[] {
  const cells = row.map((cell, column) => wrap(cell, widths[column] ?? Infinity))
  const height = Math.max(1, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const parts = cells.map((lines, column) =>
      pad(lines[line] ?? '', column === row.length - 1 ? 0 : (widths[column] ?? 0)),
    )
    return parts.join(' '.repeat(GAP)).trimEnd()
  })
}

/** A row of cells as one line, each at least as wide as its column: what reads a pipe wants every row whole. */
export function joinRow(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column] ?? 0)))
    .join(' '.repeat(GAP))
    .trimEnd()
}

/** A text within a width; a longer one is cut at a whole character and ends with an ellipsis. */
export function cutTo(text: string, most: number): string {
  if (displayWidth(text) <= most) return text
  let cut = ''
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += displayWidth(segment)
    if (width > most - 1) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}

/** Styles begin with one of these characters and end with the last (styles.ts). */
const STYLE = /[\uFDD0-\uFDDF]/
const STYLE_END = '\uFDDF'

/** A text as lines of at most a width, broken at spaces and after slashes; what has none is broken where it must be. */
export function wrap(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  let style = ''
  const endLine = () => {
    lines.push(style === '' ? line.trimEnd() : line.trimEnd() + STYLE_END)
    line = style
  }
  for (const word of piecesOf(text)) {
    if (displayWidth(line) > 0 && displayWidth(line) + displayWidth(word.trimEnd()) > width) endLine()
    for (const character of word) {
      if (displayWidth(line) + displayWidth(character) > width && character !== ' ') endLine()
      if (STYLE.test(character)) style = character === STYLE_END ? '' : character
      line += character
    }
  }
  lines.push(line)
  return lines
}

/** A paragraph in lines of at most a width; lines that fit and the breaks between them stay. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (displayWidth(line) <= width ? [line] : wrap(line, width)))
    .join('\n')
}

/** The longest path that a report shows in full. */
const LONG = 48

/** A path for a report: from the working folder if that is shorter, a long one without its middle. */
export function shortPath(path: string, most = LONG): string {
  const below = relative(process.cwd(), path)
  const shown = below !== '' && !below.startsWith('..') && below.length < path.length ? below : path
  if (displayWidth(shown) <= most) return shown
  const characters = [...shown]
  const kept = Math.max(1, Math.floor((most - 1) / 2))
  return `${characters.slice(0, kept).join('')}…${characters.slice(-kept).join('')}`
}
