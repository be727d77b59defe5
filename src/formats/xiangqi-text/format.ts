/** Texts with a xiangqi game as sites and programs print them: dpxq.com, CCBridge, Ourgame, PlayOK, plain lists of moves. */
import { decodeText, isUtf8 } from '../../bytes/text.ts'
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'
import { looksLikeText } from './detect.ts'

/** The format of texts with xiangqi games. */
export const xiangqiText: ReadableFormat = {
  id: 'xiangqi-text',
  name: 'xiangqi text (dpxq, CCBridge, Ourgame, PlayOK, lists of moves)',
  games: ['xiangqi'],
  extensions: ['.txt', '.fen', '.xfen', '.wxf'],
  mediaTypes: ['text/plain'],
  holds: 'many',
  keeps: features(),
  detect(head) {
    if (head.subarray(0, 1024).includes(0)) return 0
    // Half a character may stand at the end of the head. Chinese texts are tried in both encodings that they may have.
    const start = head.subarray(0, 8192)
    const whole = start.length < head.length ? start.subarray(0, start.lastIndexOf(10) + 1) : start
    const encodings = isUtf8(whole) ? ['utf-8'] : ['gb18030', 'big5']
    return Math.max(...encodings.map((encoding) => looksLikeText(decodeText(whole, encoding).replace(/^\uFEFF/, ''))))
  },
  async open(files, options) {
    const { openXiangqiText } = await import('./reader.ts')
    return openXiangqiText(files, options)
  },
}
