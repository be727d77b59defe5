/** XQF, the files of XQStudio (象棋演播室): one xiangqi game or composition each, with variations and comments. */
import { extension } from '../../bytes/source.ts'
import { features } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { isKeySumZero } from './keys.ts'
import { AT, LAST_VERSION, SHORTEST_HEADER } from './layout.ts'

/** The format of the xiangqi files of XQStudio. */
export const xqf: WritableFormat = {
  id: 'xqf',
  name: 'XQF (XQStudio)',
  games: ['xiangqi'],
  extensions: ['.xqf'],
  mediaTypes: ['application/x-xqf'],
  holds: 'one',
  keeps: features(
    'variations',
    'comments',
    'game-comment',
    'evaluations',
    'setup',
    'title',
    'kind',
    'event',
    'site',
    'date',
    'partial-date',
    'place',
    'players',
    'time-used',
    'result',
    'time-control',
    'annotator',
    'recorder',
  ),
  options: [
    {
      name: 'version',
      description: 'version of the file: 10, which every program reads, or 18, the last one of XQStudio (default 10)',
      for: 'writing',
      values: ['10', '18'],
    },
  ],
  detect(head, name) {
    if (head[0] === 0x58 && head[1] === 0x51 && head.length >= SHORTEST_HEADER) {
      return head[AT.version]! <= LAST_VERSION && isKeySumZero(head) ? 1 : 0.6
    }
    return extension(name) === '.xqf' ? 0.1 : 0
  },
  async open(files, options) {
    const { openXqf } = await import('./reader.ts')
    return openXqf(files, options)
  },
  async write(out, options) {
    const { writeXqf } = await import('./writer.ts')
    return writeXqf(out, options)
  },
}
