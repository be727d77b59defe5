/** What the columns of the table of games are called. */
import type { Game } from '../../../../src/model/record.ts'
import { COLUMNS, type ColumnName } from '../../state/list/columns.ts'
import { colourWord, fill, words } from '../../words/index.ts'

/** The name of a column, in full. @param game the only kind of game of the list, if it is one */
export function columnLabel(name: ColumnName, game: Game | undefined): string {
  const colour = COLOURS[name]
  if (game === undefined || colour === undefined) return words[COLUMNS[name].word]
  const player = colourWord(game, colour)
  return name === 'first' || name === 'second' ? player : fill(words.ratingOf, { player })
}

const COLOURS: Partial<Record<ColumnName, 1 | 2>> = { first: 1, firstRating: 1, second: 2, secondRating: 2 }

/** The head of a column, where room is scarce. */
export function columnHead(name: ColumnName, game: Game | undefined): string {
  if (name === 'firstRating' || name === 'secondRating') return words.ratingShort
  if (name === 'opening' && (game === 'chess' || game === undefined)) return 'ECO'
  if (name === 'length') return words.columnLengthShort
  if (name === 'number') return '№'
  return columnLabel(name, game)
}
