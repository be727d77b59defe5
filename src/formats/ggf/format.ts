/** GGF, the Generic Game Format of the GGS servers, as far as it contains games of Othello. */
import { features } from '../feature.ts'
import type { AppendableFormat } from '../format.ts'

/** How a game begins: the game's name in letters, where SGF has a number. */
const START = /\(;\s*GM\s?\[\s*[A-Za-z]/

/** The format of the Generic Game Format of Othello servers. */
export const ggf: AppendableFormat = {
  id: 'ggf',
  name: 'GGF (Generic Game Format)',
  games: ['othello'],
  extensions: ['.ggf'],
  mediaTypes: ['application/x-ggf'],
  holds: 'many',
  keeps: features(
    'passes',
    'unread-moves',
    'evaluations',
    'clocks',
    'setup',
    'board-size',
    'place',
    'site',
    'date',
    'partial-date',
    'instant',
    'players',
    'ratings',
    'time-control',
    'rules',
    'result',
    'result-details',
    'score',
  ),
  detect(head, name) {
    const text = String.fromCharCode(...head.subarray(0, 4096))
    if (/^\s*(?:[0-9]+\s+)?\(;\s*GM\s?\[\s*(?:Othello|Reversi)\s*\]/i.test(text)) return 1
    if (START.test(text)) return 0.95
    return name.toLowerCase().endsWith('.ggf') ? 0.3 : 0
  },
  async open(files, options) {
    const { openGgf } = await import('./reader.ts')
    return openGgf(files, options)
  },
  async write(out, options) {
    const { writeGgf } = await import('./writer.ts')
    return writeGgf(out, options)
  },
  async append(files, edit, options) {
    const { openGgf } = await import('./reader.ts')
    const { writeGgf } = await import('./writer.ts')
    const { encodingToAdd, endOfText, lineEndOf } = await import('../append-text.ts')
    const encoding = encodingToAdd(files, (await openGgf(files)).about, options?.encoding)
    return writeGgf(endOfText(files, edit, '\n', encoding, lineEndOf(files, encoding)), { ...options, encoding })
  },
}
