/** The sentences of issues in English. They say which issues there are, and which parameters each one has. */
import { pgn } from './pgn.ts'
import { records } from './records.ts'
import { sgf } from './sgf.ts'

export const sentences = { ...pgn, ...records, ...sgf }
