/**
 * The columns of the table `games` by which games are filtered, sorted and listed: beside the catalogue they stand as
 * flat numbers (columns-file.ts), so that no search reads rows.
 */

/** Columns of numbers of 16 bits: 0 if unknown, 65,535 for more. */
export const NUMBER_NAMES = ['rating1', 'rating2', 'plies', 'errors'] as const

/** A column of numbers. */
export type NumberColumn = (typeof NUMBER_NAMES)[number]

/** Columns of text, those together that share a list of texts. */
export const TEXT_COLUMNS = {
  player: ['player1', 'player2'],
  kind: ['kind'],
  title: ['title'],
  event: ['event'],
  site: ['site'],
  round: ['round'],
  date: ['date'],
  result: ['result'],
  opening: ['opening', 'found_opening'],
  openingName: ['opening_name', 'found_opening_name'],
  annotator: ['annotator'],
} as const

/** The name of a list of texts. */
export type TextList = keyof typeof TEXT_COLUMNS

/** A column of text. */
export type TextColumn = (typeof TEXT_COLUMNS)[TextList][number]

export const TEXT_LISTS = Object.keys(TEXT_COLUMNS) as TextList[]
