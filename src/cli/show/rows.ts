/** Rows of lists as text: scores, years, cells. */
import type { Score } from '../../database/names/entities.ts'
import type { ListedPlayer } from '../../database/names/name-lists.ts'
import { countOf, formatTable, paint } from './terminal.ts'

export type Cell = string | number | readonly string[]

/** A table of rows, with the names of their columns as words. @param shows whether a column is shown */
export function formatRows(rows: readonly Record<string, Cell>[], shows: (column: string) => boolean): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(shows)
  const cells = rows.map((row) => columns.map((column) => formatCell(row[column])))
  return formatTable([columns.map((column) => paint('dim', wordsOf(column))), ...cells])
}

/** `best rating` for `bestRating`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function formatCell(value: Cell | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** The years in which somebody played: `1995–2002`. */
export function years({ firstYear, lastYear }: ListedPlayer): string {
  if (firstYear === undefined) return ''
  return firstYear === lastYear ? String(firstYear) : `${firstYear}–${lastYear}`
}

/** Games, results and score in one line: `12 games, +5 =4 -3, 58%`. */
export function formatScore({ games, won, drawn, lost }: Score): string {
  const decided = won + drawn + lost
  const share = decided === 0 ? '' : `, ${Math.round((100 * (won + drawn / 2)) / decided)}%`
  return `${countOf(games, 'game')}, +${won} =${drawn} -${lost}${share}`
}
