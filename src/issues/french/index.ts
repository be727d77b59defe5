/** The sentences of issues in French. */
import { pgn } from './pgn.ts'
import { records } from './records.ts'
import { sgf } from './sgf.ts'

export const sentences = { ...pgn, ...records, ...sgf }
