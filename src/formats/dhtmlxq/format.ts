/** DhtmlXQ, the text with which dpxq.com (东萍象棋) and others show xiangqi games in pages and forums. */
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { decodeText } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { XIANGQI_FEATURES } from '../xiangqi/features.ts'

/** The format of the text of dpxq.com. */
export const dhtmlxq: WritableFormat = {
  id: 'dhtmlxq',
  name: 'DhtmlXQ (东萍象棋)',
  games: ['xiangqi'],
  extensions: ['.ubb', '.html', '.htm', '.txt'],
  mediaTypes: ['text/plain'],
  holds: 'many',
  keeps: features(...XIANGQI_FEATURES, 'opening-name', 'player-details'),
  detect(head) {
    const text = decodeText(head, findUnicodeMark(head)?.encoding ?? 'windows-1252')
    return /\[DhtmlXQ(?:iFrame)?\]|\[DhtmlXQ_[a-z]+\]/i.test(text) ? 1 : 0
  },
  async open(files, options) {
    const { openDhtmlxq } = await import('./reader.ts')
    return openDhtmlxq(files, options)
  },
  async write(out, options) {
    const { writeDhtmlxq } = await import('./writer.ts')
    return writeDhtmlxq(out, options)
  },
}
