/** The sentences of issues in Russian. */
import { pgn } from './pgn.ts'
import { records } from './records.ts'
import { sgf } from './sgf.ts'

export const sentences = { ...pgn, ...records, ...sgf }
