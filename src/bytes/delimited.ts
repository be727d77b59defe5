/**
 * Rows of a table as text for spreadsheets: RFC 4180 for commas, and the same quotes for tabs. Programs that calculate
 * take a cell that begins with `=`, `+`, `-` or `@`, or with their full-width forms, for a formula, and a formula of a stranger can send away what the
 * sheet holds (CWE-1236), so such a cell gets an apostrophe before it, which they read as "this is text".
 */

/** How rows are written. */
export interface DelimitedStyle {
  /** What separates the cells of a row: a comma, a semicolon or a tab. */
  separator: string
  /** Whether cells that would be formulas are written as they are. */
  keepsFormulas?: boolean
  /** How rows end; by default as RFC 4180 has it. */
  lineEnd?: '\r\n' | '\n'
}

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A lone sign calculates nothing, and neither does a number. */
const HARMLESS = /^[+-]?(?:[0-9]+(?:[.,][0-9]+)?)?$/

/** A row with its line end. */
export function delimitedRow(cells: readonly (string | number | undefined)[], style: DelimitedStyle): string {
  const { separator, lineEnd = '\r\n' } = style
  return cells.map((cell) => delimitedCell(cell, style)).join(separator) + lineEnd
}

function delimitedCell(cell: string | number | undefined = '', { separator, keepsFormulas }: DelimitedStyle): string {
  if (typeof cell === 'number') return String(cell)
  const isFormula = keepsFormulas !== true && FORMULA.test(cell) && !HARMLESS.test(cell)
  const text = isFormula ? `'${cell}` : cell
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text) || text.trim() !== text
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
