/** PFC, the files of PengFei (鹏飞象棋): one xiangqi record each, whose tree of moves is a tree of XML elements. */
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { WritableFormat } from '../format.ts'

/** The root element, with the version that every file has; pages wrap it into a comment. */
const ROOT = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|\[pfchessrecord\]\s*|<!--\s*)*<n\s[^>]*\bversion\s*=/i

/** The format of the files of PengFei. */
export const pfc: WritableFormat = {
  id: 'pfc',
  name: 'PFC (鹏飞象棋)',
  games: ['xiangqi'],
  extensions: ['.pfc'],
  mediaTypes: ['application/x-pfc'],
  holds: 'one',
  keeps: features(
    'variations',
    'comments',
    'game-comment',
    'setup',
    'title',
    'event',
    'site',
    'date',
    'partial-date',
    'place',
    'round',
    'players',
    'result',
    'result-details',
    'tags',
  ),
  detect(head) {
    const text = decodeText(head.subarray(0, 4096), findUnicodeMark(head)?.encoding ?? 'utf-8')
    return ROOT.test(text) || text.includes('[pfchessrecord]') ? 1 : 0
  },
  async open(files, options) {
    const { openPfc } = await import('./reader.ts')
    return openPfc(files, options)
  },
  async write(out) {
    const { writePfc } = await import('./writer.ts')
    return writePfc(out)
  },
}
