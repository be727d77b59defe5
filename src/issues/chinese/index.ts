/** The sentences of issues in Chinese. */
import { pgn } from './pgn.ts'
import { records } from './records.ts'
import { sgf } from './sgf.ts'

export const sentences = { ...pgn, ...records, ...sgf }
