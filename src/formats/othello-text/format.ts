/** Games of Othello as people write and paste them: transcripts, boards, boards with moves. */
import { features } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { looksLikeOthelloText } from './detect.ts'

/** The format of Othello transcripts and boards as plain text. */
export const othelloText: WritableFormat = {
  id: 'othello-text',
  name: 'text of Othello moves and boards',
  games: ['othello'],
  extensions: ['.txt', '.obf'],
  mediaTypes: ['text/plain'],
  holds: 'many',
  keeps: features('passes', 'setup', 'board-size'),
  options: [
    {
      name: 'first-move',
      for: 'reading',
      description: 'turn: turn games so that they begin with f5',
      values: ['keep', 'turn'],
    },
    {
      name: 'first-move',
      for: 'writing',
      description: 'turn: turn games so that they begin with f5',
      values: ['keep', 'turn'],
    },
    {
      name: 'letters',
      for: 'writing',
      description: 'letters of the columns; sides writes those of Black in capitals',
      values: ['small', 'capitals', 'sides'],
    },
    { name: 'numbers', for: 'writing', description: 'write the numbers of moves', values: ['no', 'yes'] },
    { name: 'spaces', for: 'writing', description: 'write blanks between moves', values: ['no', 'yes'] },
    { name: 'passes', for: 'writing', description: 'write passes', values: ['no', 'yes'] },
    { name: 'score', for: 'writing', description: 'write the score after the moves', values: ['no', 'yes'] },
  ],
  detect: (head) => looksLikeOthelloText(head),
  async open(files, options) {
    const { openOthelloText } = await import('./reader.ts')
    return openOthelloText(files, options)
  },
  async write(out, options) {
    const { writeOthelloText } = await import('./writer.ts')
    return writeOthelloText(out, options)
  },
  append: async (files, edit, options) => await (await import('./append.ts')).appendOthelloText(files, edit, options),
}
